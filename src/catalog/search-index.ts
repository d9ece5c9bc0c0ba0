import { factsFile, INDEX_PARTS } from '#contract/search/index-files.ts'
import { indexPart, toNameFile, type FactsFile, type NameFile, type TitleFacts } from '#contract/search/name-index.ts'
import { offered } from '#contract/catalog/views.ts'
import { offerIn } from '#contract/listening/play-access.ts'
import type { Currency } from '#contract/money/money.ts'
import { nameIn } from '#contract/text/translation.ts'
import { trackedQuery } from './tracking/dependency-tracker.ts'
import { loadCatalog } from './tracking/load.ts'
import type { Source, Writer } from './source.ts'
import type { ListedTitle } from './tracking/title-details.ts'

/** Every part has a file, so that no browser asks for one that is not there. */
export const searchParts = (): readonly string[] => INDEX_PARTS

/** Names of titles and authors by the letter they begin with, for suggestions without a server. */
export const searchNames = trackedQuery('search-names', async (part: string): Promise<NameFile> => {
  const { titles, authors } = namesByPart(await loadCatalog())
  return toNameFile(titles.get(part) ?? [], authors.get(part) ?? [])
})

type Names = { id: number; en: string; mr: string }
type Parts = { titles: Map<string, Names[]>; authors: Map<string, Names[]> }
const named = new WeakMap<Source, Parts>()
/** Grouped once for all parts. */
function namesByPart(source: Source): Parts {
  // Read each time, so that every part is known to depend on all titles and authors.
  const [titles, authors] = [source.titles.values(), source.authors.values()]
  const group = (entries: Iterable<ListedTitle | Writer>) =>
    Map.groupBy(
      Iterator.from(entries).map((entry) => ({
        id: entry.id,
        en: nameIn(entry, 'en') ?? '',
        mr: nameIn(entry, 'mr') ?? '',
      })),
      ({ en, mr }) => indexPart(en || mr),
    )
  const parts = named.get(source) ?? { titles: group(titles), authors: group(authors) }
  named.set(source, parts)
  return parts
}

export async function factsFiles(): Promise<number[]> {
  const source = await loadCatalog()
  return [...new Set([...source.titles.keys()].map(factsFile))]
}

/** What suggestions show of the titles of a file. */
export const searchFacts = trackedQuery('search-facts', async (file: number): Promise<FactsFile> => {
  const facts = titlesByFile(await loadCatalog()).get(file) ?? []
  return Object.fromEntries(facts.map((title) => [title.id, factsOf(title)]))
})

const grouped = new WeakMap<Source, Map<number, ListedTitle[]>>()
function titlesByFile(source: Source): Map<number, ListedTitle[]> {
  // Read each time, so that every query that uses the groups is known to depend on all titles.
  const titles = source.titles.values()
  const groups = grouped.get(source) ?? Map.groupBy(titles, ({ id }) => factsFile(id))
  grouped.set(source, groups)
  return groups
}

function factsOf(title: ListedTitle): TitleFacts {
  const { product_audio_type, spoken, spoken_tag: tag, cover } = title
  const priceIn = (currency: Currency) => {
    const { kind, price } = offerIn(currency, offered(title))
    return kind === 'free' ? -1 : price
  }
  return {
    kind: product_audio_type,
    ...((!tag || tag.startsWith(spoken)) && { spoken }),
    inr: priceIn('INR'),
    usd: priceIn('USD'),
    ...(cover && { cover: `${cover.base}-${Math.min(...cover.widths)}.webp` }),
  }
}
