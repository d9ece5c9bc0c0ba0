import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { isDisputed, type FieldConflict } from '#contract/desk/titles/merge-title.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { $staff } from '#stores/desk/staff.ts'
import { $conflict, settleConflict } from '#stores/desk/titles/editor.ts'
import { Choice } from '#ui/Choice.tsx'
import { useEditor, type EditorMessages, type EditorTexts } from './editor-text.ts'

/** What somebody else saved meanwhile, field by field, before anything is saved again. */
export function Conflict() {
  const conflict = useStore($conflict)
  return conflict && <Changes key={conflict.theirs.version} {...conflict} />
}

/** Of the disputed fields mine stay, unless the editor chooses theirs. */
function Changes({ changes, theirs }: NonNullable<ReturnType<typeof $conflict.get>>) {
  const { messages } = useEditor()
  const staff = useStore($staff)
  const isOwn = staff.state === 'here' && staff.name === theirs.changed?.staff
  const heading = useRef<HTMLHeadingElement>(null)
  const [mine, setMine] = useState<ReadonlySet<string>>(
    () => new Set(changes.filter(isDisputed).map(({ field }) => field)),
  )
  useEffect(() => heading.current?.focus(), [])
  const keep = (field: string, isMine: boolean) =>
    setMine(new Set(isMine ? [...mine, field] : [...mine].filter((one) => one !== field)))
  return (
    <section className="desk-panel title-conflict" role="alert">
      <h2 ref={heading} tabIndex={-1}>
        {isOwn ? messages.conflictTitleOwn : messages.conflictTitle}
      </h2>
      <p>
        {isOwn ? messages.conflictLeadOwn : interpolate(messages.conflictLead, { name: theirs.changed?.staff ?? '' })}
      </p>
      <ul role="list" className="desk-part">
        {changes.map((change) => (
          <li key={change.field}>
            <Changed {...{ change, keep }} isMine={mine.has(change.field)} />
          </li>
        ))}
      </ul>
      <div className="desk-buttons">
        <button type="button" className="button" onClick={() => settleConflict(mine)}>
          {messages.conflictDone}
        </button>
      </div>
    </section>
  )
}

type ChangedProps = { change: FieldConflict; isMine: boolean; keep: (field: string, isMine: boolean) => void }

function Changed({ change, isMine, keep }: ChangedProps) {
  const texts = useEditor()
  const { messages } = texts
  const label = fieldName(messages, change.field)
  const theirs = interpolate(messages.conflictTheirs, { value: shown(texts, change.field, change.theirs) })
  if (!isDisputed(change))
    return (
      <p>
        <strong>{label}</strong>: {theirs}
      </p>
    )
  return (
    <Choice
      label={label}
      name={change.field}
      value={isMine ? 'mine' : 'theirs'}
      onChange={(value) => keep(change.field, value === 'mine')}
      options={[
        { value: 'theirs', label: theirs },
        {
          value: 'mine',
          label: interpolate(messages.conflictMine, { value: shown(texts, change.field, change.mine) }),
        },
      ]}
    />
  )
}

function fieldName(messages: EditorMessages, field: string): string {
  const [, locale, word] = /^translations\.(en|mr)\.(\w+)$/.exec(field) ?? []
  const names = { ...messages, ...messages.fields } as unknown as Record<string, string>
  if (word && (locale === 'en' || locale === 'mr')) return `${names[word] ?? word}, ${messages.inLanguage[locale]}`
  return names[field] ?? field
}

function shown({ locale, messages }: EditorTexts, field: string, value: unknown): string {
  if (Array.isArray(value)) {
    const isNames = value.every((one) => typeof one === 'string' && !one.startsWith('media/'))
    return isNames && value.length > 0
      ? value.join(', ')
      : interpolate(messages.conflictTracks, { count: count(value.length, locale) })
  }
  if (value === '' || value === null) return messages.conflictEmpty
  // Prices are stored as hundredths.
  return typeof value === 'number' ? count(field === 'seriesNumber' ? value : value / 100, locale) : String(value)
}
