import { slugOf } from '#contract/slug.ts'
import type { Locale } from '#contract/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pathTo } from '#i18n/paths.ts'
import type { Suggested, Suggestions } from '#stores/search/search.ts'

export type Option = { key: string; name: string; href: string }
type Options = { titles: Option[]; authors: Option[] }

export function optionsOf(suggestions: Suggestions, locale: Locale): Options {
  if (suggestions.state !== 'ready') return { titles: [], authors: [] }
  const title = (found: Suggested) => ({
    key: `p${found.id}`,
    name: found.name,
    href: pathTo(found.isCourse ? 'course' : 'product', locale, { id: found.id, slug: found.slug }),
  })
  const author = (found: Suggested) => ({
    key: `a${found.id}`,
    name: found.name,
    href: pathTo('author', locale, { id: found.id, slug: slugOf(found.slug) }),
  })
  return { titles: suggestions.products.map(title), authors: suggestions.authors.map(author) }
}

type Props = {
  id: string
  messages: Messages['search']['box']
  found: Options
  active: number
  choose: (option: Option) => void
  isOpen: boolean
}

/** The listbox of the combobox; `active` counts through both groups. */
export function SuggestionList({ id, messages, found, active, choose, isOpen }: Props) {
  const common = { id, active, choose }
  return (
    <div id={`${id}list`} role="listbox" aria-label={messages.label} className="suggestions" hidden={!isOpen}>
      <Group {...common} kind="titles" title={messages.titles} empty={messages.noTitle} found={found.titles} from={0} />
      <Group
        {...common}
        kind="authors"
        title={messages.authors}
        empty={messages.noAuthor}
        found={found.authors}
        from={found.titles.length}
      />
    </div>
  )
}

type GroupProps = {
  id: string
  kind: 'titles' | 'authors'
  title: string
  empty: string
  found: Option[]
  from: number
  active: number
  choose: (option: Option) => void
}

/** `from`: index of the first option of the group among all options. */
function Group({ id, kind, title, empty, found, from, active, choose }: GroupProps) {
  const heading = id + kind
  return (
    <div role="group" aria-labelledby={heading}>
      <div role="presentation" id={heading} className="group">
        {title}
      </div>
      {found.length === 0 && (
        <div role="presentation" className="none">
          {empty}
        </div>
      )}
      {found.map((option, index) => (
        // The input handles the keys, because a combobox keeps the focus (SE-4).
        // oxlint-disable-next-line click-events-have-key-events
        <div
          key={option.key}
          id={`${id}o${from + index}`}
          role="option"
          tabIndex={-1}
          aria-selected={active === from + index}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(option)}
        >
          {option.name}
        </div>
      ))}
    </div>
  )
}
