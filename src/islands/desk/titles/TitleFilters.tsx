import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import { TITLE_GAPS, TITLE_STATES } from '#contract/desk/titles/title-edit.ts'
import { AUDIO_TYPES } from '#contract/import/import.ts'
import { LOCALES } from '#contract/text/locale.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { useDesk } from '#islands/desk/desk-context.tsx'
import { SearchField } from '#islands/desk/fields/SearchField.tsx'
import { $query, findTitles, type TitleQuery } from '#stores/desk/titles/list.ts'
import { Field } from '#ui/Field.tsx'
import type { TitlesMessages } from './TitlesPage.tsx'

const FILTERS = ['state', 'type', 'language', 'gap'] as const
type Props = { messages: TitlesMessages }

/** Search by name in either script, and filters. */
export function TitleFilters({ messages }: Props) {
  const { locale } = useDesk()
  const query = useStore($query)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const chosen = FILTERS.filter((name) => query[name]).length
  return (
    <div className="desk-toolbar titles-find" data-open={isOpen || undefined}>
      <SearchField label={messages.search} value={query.q ?? ''} onSearch={(q) => void findTitles({ q })} />
      {/* On a phone alone; a computer shows the filters. */}
      <button
        type="button"
        className="button quiet titles-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {chosen > 0 ? interpolate(messages.filtersSet, { count: count(chosen, locale) }) : messages.filters}
      </button>
      <div id={id} className="titles-filters">
        <Filters messages={messages} />
      </div>
    </div>
  )
}

function Filters({ messages }: Props) {
  const query = useStore($query)
  const filter = (
    name: (typeof FILTERS)[number],
    label: string,
    values: readonly string[],
    texts: Record<string, string>,
  ) => (
    <Field
      label={label}
      name={name}
      value={query[name] ?? ''}
      options={[
        { value: '', label: messages.any },
        ...values.map((value) => ({ value, label: texts[value] ?? value })),
      ]}
      onChange={(value) =>
        void findTitles({ [name]: value || undefined } satisfies Record<string, unknown> as TitleQuery)
      }
      isOptional
    />
  )
  return (
    <>
      {filter('state', messages.stateFilter, TITLE_STATES, messages.states)}
      {filter('type', messages.typeFilter, AUDIO_TYPES, messages.types)}
      {filter('language', messages.languageFilter, LOCALES, messages.languages)}
      {filter('gap', messages.gapFilter, TITLE_GAPS, messages.gaps)}
    </>
  )
}
