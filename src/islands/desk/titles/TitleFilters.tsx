import { useStore } from '@nanostores/react'
import { TITLE_GAPS, TITLE_STATES } from '#contract/desk/title-edit.ts'
import { AUDIO_TYPES } from '#contract/import.ts'
import { LOCALES } from '#contract/locale.ts'
import { SearchField } from '#islands/desk/SearchField.tsx'
import { Toolbar } from '#islands/desk/Toolbar.tsx'
import { $query, findTitles, type TitleQuery } from '#stores/desk/titles/list.ts'
import { Field } from '#ui/Field.tsx'
import type { TitlesMessages } from './TitlesPage.tsx'

/** Search by name in either script, and filters. */
export function TitleFilters({ messages }: { messages: TitlesMessages }) {
  const query = useStore($query)
  const filter = (
    name: 'state' | 'type' | 'language' | 'gap',
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
    <Toolbar>
      <SearchField
        key={query.q ?? ''}
        label={messages.search}
        value={query.q ?? ''}
        onSearch={(q) => void findTitles({ q })}
      />
      {filter('state', messages.stateFilter, TITLE_STATES, messages.states)}
      {filter('type', messages.typeFilter, AUDIO_TYPES, messages.types)}
      {filter('language', messages.languageFilter, LOCALES, messages.languages)}
      {filter('gap', messages.gapFilter, TITLE_GAPS, messages.gaps)}
    </Toolbar>
  )
}
