import { useEffect, useRef, useState } from 'react'
import type { DeskTranscript } from '#contract/desk/transcripts.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { useLeaveWarning } from '#islands/desk/shop/ListEditor.tsx'
import { editedText } from '#stores/desk/catalog/transcripts.ts'
import { TextAccessForm } from './TextAccessForm.tsx'
import { TextLines } from './TextLines.tsx'
import { findingText, useTexts } from './texts-context.tsx'
import { useLineEditing } from './use-line-editing.ts'

/** A day of sound has thousands of lines. */
const ON_PAGE = 50
const pageOf = (at: number) => Math.floor(Math.max(0, at) / ON_PAGE) * ON_PAGE

/** Edits one text: its lines, its times, and who may read it. */
export function TextEditor({ id }: { id: number }) {
  const load = () => editedText.load(id)
  useEffect(() => void editedText.load(id), [id])
  return (
    <Loaded $loadable={editedText.$loadable} retry={load}>
      {(text) => (text.id === id ? <Lines text={text} /> : null)}
    </Loaded>
  )
}

function Lines({ text }: { text: DeskTranscript }) {
  const [from, setFrom] = useState(0)
  const frame = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<{ at: number }>()
  const show = (at: number) => setFrom(pageOf(at))
  const editing = useLineEditing(text, (at) => {
    show(at)
    setFocused({ at })
  })
  const { line } = editing
  useLeaveWarning(editing.isDirty)
  // Somebody else's lines may have moved it to another page.
  const shown = line?.fault === 'changedMeanwhile' ? pageOf(line.at) : from
  const openAt = (at: number) => {
    if (editing.open(at)) return show(at)
    // The open line says why, wherever it is.
    if (line) show(line.at)
    setFocused({ at: line?.at ?? at })
  }
  useEffect(() => {
    const place = focused && `[data-line="${focused.at}"], .desk-line-open textarea`
    if (place) frame.current?.querySelector<HTMLElement>(place)?.focus()
  }, [focused])
  return (
    <div className="desk-part" ref={frame}>
      <Findings text={text} open={openAt} />
      <TextAccessForm key={`${text.is_public} ${text.open_from} ${text.open_to}`} text={text} />
      <TextLines {...{ text, editing }} open={openAt} from={shown} to={shown + ON_PAGE} />
      <Pages from={shown} setFrom={setFrom} lines={text.lines} />
    </div>
  )
}

function Findings({ text, open }: { text: DeskTranscript; open: (at: number) => void }) {
  const { locale, messages } = useTexts()
  if (text.findings.length === 0) return <p>{messages.nothing}</p>
  return (
    <ul className="desk-findings">
      {text.findings.map((finding) => (
        <li key={finding.kind}>
          {findingText(messages, finding, locale)}{' '}
          {finding.lines.map((at) => (
            <button key={at} type="button" className="link" onClick={() => open(at)}>
              {interpolate(messages.lineNumber, { number: count(at + 1, locale) })}
            </button>
          ))}
        </li>
      ))}
    </ul>
  )
}

type PagesProps = { from: number; setFrom: (from: number) => void; lines: number }

function Pages({ from, setFrom, lines }: PagesProps) {
  const { locale, messages } = useTexts()
  if (lines <= ON_PAGE) return null
  const to = Math.min(lines, from + ON_PAGE)
  return (
    <div className="desk-pages">
      {from > 0 && (
        <button type="button" className="button quiet" onClick={() => setFrom(from - ON_PAGE)}>
          {messages.before}
        </button>
      )}
      <span role="status">
        {interpolate(messages.range, {
          from: count(from + 1, locale),
          to: count(to, locale),
          count: count(lines, locale),
        })}
      </span>
      {to < lines && (
        <button type="button" className="button quiet" onClick={() => setFrom(to)}>
          {messages.after}
        </button>
      )}
    </div>
  )
}
