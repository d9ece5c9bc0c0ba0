import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { AUDIO_TYPES } from '#contract/import/import.ts'
import { LOCALES } from '#contract/text/locale.ts'
import type { TitleEdit } from '#contract/desk/titles/title-edit.ts'
import { readSeriesNumber } from '#contract/catalog/series-number.ts'
import { $edit, $fields, changeTitle } from '#stores/desk/titles/editor.ts'
import { Check } from '#ui/Check.tsx'
import { Field } from '#ui/Field.tsx'
import { ChoicePicker } from './ChoicePicker.tsx'
import { fieldFault, useEditor } from './editor-text.ts'

const CATEGORY_KINDS: Partial<Record<TitleEdit['type'], 'kids' | 'languagelab'>> = {
  kids: 'kids',
  languagelab: 'languagelab',
}

/** Who made the title, what it is, and where the shop shows it. */
export function FactsPart() {
  const { messages } = useEditor()
  const edit = useStore($edit)
  if (!edit) return null
  const options = (values: readonly string[], texts: Record<string, string>) =>
    values.map((value) => ({ value, label: texts[value] ?? value }))
  const languages = LOCALES.some((locale) => locale === edit.spoken) ? LOCALES : [...LOCALES, edit.spoken]
  return (
    <section className="desk-panel">
      <h2>{messages.facts}</h2>
      <div className="title-pair">
        <Field
          label={messages.type}
          name="type"
          value={edit.type}
          options={options(AUDIO_TYPES, messages.types)}
          onChange={(text) => changeTitle({ type: AUDIO_TYPES.find((one) => one === text) ?? edit.type })}
        />
        <Field
          label={messages.spoken}
          name="spoken"
          value={edit.spoken}
          options={options(languages, messages.languages)}
          onChange={(spoken) => changeTitle({ spoken })}
        />
        <Pickers />
        <SeriesFields />
        <DayFields />
      </div>
      <Check name="recurring" isChecked={edit.recurring} onChange={(recurring) => changeTitle({ recurring })}>
        {messages.recurring}
      </Check>
    </section>
  )
}

function Pickers() {
  const { messages } = useEditor()
  const edit = useStore($edit)
  const fields = useStore($fields)
  if (!edit) return null
  const picker = (list: 'authors' | 'directors' | 'artists' | 'categories', label: string) => (
    <ChoicePicker
      at={list}
      label={label}
      of={list === 'categories' ? 'categories' : 'people'}
      kind={CATEGORY_KINDS[edit.type] ?? 'genre'}
      keys={edit[list]}
      onChange={(keys) => changeTitle({ [list]: keys })}
      fault={fieldFault(messages, fields, list === 'categories' ? 'categories' : 'people')}
    />
  )
  return (
    <>
      {picker('authors', messages.authors)}
      {picker('artists', messages.artists)}
      {picker('directors', messages.directors)}
      {picker('categories', messages.categories)}
    </>
  )
}

/** The series, of which a title has one, and its place in it. */
function SeriesFields() {
  const { messages } = useEditor()
  const edit = useStore($edit)
  const fields = useStore($fields)
  if (!edit) return null
  const choose = (series: string | null) =>
    changeTitle({ series, ...((series === null || series !== edit.series) && { seriesNumber: null }) })
  return (
    <>
      <ChoicePicker
        at="series"
        label={messages.series}
        of="series"
        kind="genre"
        keys={edit.series ? [edit.series] : []}
        onChange={(keys) => choose(keys.at(-1) ?? null)}
        fault={fieldFault(messages, fields, 'series')}
      />
      {edit.series && <SeriesNumberField key={edit.series} value={edit.seriesNumber ?? null} />}
    </>
  )
}

function SeriesNumberField({ value }: { value: number | null }) {
  const { messages } = useEditor()
  const fields = useStore($fields)
  const [typed, setTyped] = useState(() => String(value ?? ''))
  const read = readSeriesNumber(typed)
  // Somebody else's number has come in.
  const text = read !== undefined && read !== value ? String(value ?? '') : typed
  return (
    <Field
      label={messages.seriesNumber}
      name="seriesNumber"
      value={text}
      inputMode="decimal"
      fault={read === undefined ? messages.fieldFaults.seriesNumber : fieldFault(messages, fields, 'seriesNumber')}
      onChange={(next) => {
        setTyped(next)
        const seriesNumber = readSeriesNumber(next)
        if (seriesNumber !== undefined) changeTitle({ seriesNumber })
      }}
      isOptional
    />
  )
}

/** The day, and what only titles of this kind have. */
function DayFields() {
  const { messages } = useEditor()
  const edit = useStore($edit)
  const fields = useStore($fields)
  if (!edit) return null
  return (
    <>
      <Field
        label={messages.published}
        name="published"
        type="date"
        value={edit.published}
        fault={fieldFault(messages, fields, 'published')}
        onChange={(published) => published && changeTitle({ published })}
      />
      {edit.type === 'kids' && (
        <Field
          label={messages.ages}
          name="ages"
          value={edit.ages ?? ''}
          onChange={(ages) => changeTitle({ ages: ages.trim() || null })}
          fault={fieldFault(messages, fields, 'ages')}
          isOptional
        />
      )}
      {edit.type === 'languagelab' && (
        <Field
          label={messages.institute}
          name="institute"
          value={edit.institute ?? ''}
          onChange={(institute) => changeTitle({ institute: institute || null })}
          isOptional
        />
      )}
    </>
  )
}
