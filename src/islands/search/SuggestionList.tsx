import { audioTypeWord } from '#contract/catalog/audio-type.ts'
import { withTax } from '#contract/money/tax.ts'
import { money } from '#i18n/format.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pathTo, pathToTitle } from '#i18n/paths.ts'
import type { Suggested, SuggestedTitle, Suggestions } from '#stores/search/suggestions.ts'

export type Option = { key: string; name: string; href: string; title?: SuggestedTitle }
type Options = { titles: Option[]; authors: Option[] }

export function optionsOf(suggestions: Suggestions, locale: Locale): Options {
  if (suggestions.state !== 'ready') return { titles: [], authors: [] }
  const title = (found: SuggestedTitle) => ({
    key: `p${found.id}`,
    name: found.name,
    href: pathToTitle(locale, { id: found.id, slug: found.slug, type: found.kind }),
    title: found,
  })
  const author = (found: Suggested) => ({
    key: `a${found.id}`,
    name: found.name,
    href: pathTo('author', locale, { id: found.id, slug: found.slug }),
  })
  return { titles: suggestions.products.map(title), authors: suggestions.authors.map(author) }
}

type Props = {
  id: string
  locale: Locale
  messages: Messages['search']['box']
  found: Options
  active: string
  choose: (option: Option) => void
  isOpen: boolean
}

/** The listbox of the combobox; `active` is the key of an option. A group without hits says so only where the other has none either. */
export function SuggestionList({ id, locale, messages, found, active, choose, isOpen }: Props) {
  const common = { id, locale, messages, active, choose }
  const { titles, authors } = found
  const isNone = titles.length + authors.length === 0
  return (
    <div id={`${id}list`} role="listbox" aria-label={messages.label} className="suggestions" hidden={!isOpen}>
      {(isNone || titles.length > 0) && (
        <Group {...common} kind="titles" title={messages.titles} empty={messages.noTitle} found={titles} />
      )}
      {(isNone || authors.length > 0) && (
        <Group {...common} kind="authors" title={messages.authors} empty={messages.noAuthor} found={authors} />
      )}
    </div>
  )
}

type GroupProps = Pick<Props, 'id' | 'locale' | 'messages'> & {
  kind: 'titles' | 'authors'
  title: string
  empty: string
  found: Option[]
  active: string
  choose: (option: Option) => void
}

function Cover({ address }: { address: string | undefined }) {
  return address ? <img src={address} alt="" width="44" height="44" loading="lazy" /> : <span className="no-cover" />
}

type FactsProps = Pick<Props, 'locale' | 'messages'> & { id: string; title: SuggestedTitle }

/** Kind, spoken language and price. A style of the page shows one of the two currencies. */
function Facts({ id, title, locale, messages }: FactsProps) {
  const { kind, spoken, isFree, priceInr, priceUsd } = title
  return (
    <small id={id} className="soft">
      {[kind && messages[audioTypeWord(kind)], spoken && messages[spoken], isFree && messages.free]
        .filter(Boolean)
        .join(' · ')}
      {priceInr > 0 && <span className="inr"> · {money(withTax(priceInr), 'INR', locale)}</span>}
      {priceUsd > 0 && <span className="usd"> · {money(priceUsd, 'USD', locale)}</span>}
    </small>
  )
}

function Group({ id, locale, messages, kind, title, empty, found, active, choose }: GroupProps) {
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
      {found.map((option) => (
        // The input handles the keys, because a combobox keeps the focus [SE-4].
        // oxlint-disable-next-line click-events-have-key-events
        <div
          key={option.key}
          id={id + option.key}
          role="option"
          tabIndex={-1}
          aria-selected={active === option.key}
          aria-labelledby={`${id}n${option.key}`}
          aria-describedby={option.title && `${id}f${option.key}`}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(option)}
        >
          {option.title && <Cover address={option.title.cover} />}
          <span>
            <span id={`${id}n${option.key}`}>{option.name}</span>
            {option.title && <Facts id={`${id}f${option.key}`} title={option.title} {...{ locale, messages }} />}
          </span>
        </div>
      ))}
    </div>
  )
}
