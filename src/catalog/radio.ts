import { audioTypes, type AudioType } from '#contract/catalog/audio-type.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { offerIn } from '#contract/listening/play-access.ts'
import { offerNumber, radioPart, type RadioFile, type RadioSample } from '#contract/listening/radio.ts'
import { nameIn } from '#contract/text/translation.ts'
import { namedViews, offered } from '#contract/catalog/views.ts'
import { trackedQuery } from './tracking/dependency-tracker.ts'
import { loadCatalog } from './tracking/load.ts'
import type { Source } from './source.ts'
import type { ListedTitle } from './tracking/title-details.ts'
import { titlesIn } from './views.ts'

/** Most genres that the page offers: those of most titles. */
const GENRES = 24

type Path = { locale: Locale; part: number }
export async function radioParts(): Promise<Path[]> {
  const source = await loadCatalog()
  return LOCALES.flatMap((locale) => [...titlesByPart(source, locale).keys()].map((part) => ({ locale, part })))
}

/** The samples of a part of the titles. */
export const radioSamples = trackedQuery('radio-samples', async (locale: Locale, part: number): Promise<RadioFile> => {
  const titles = titlesByPart(await loadCatalog(), locale).get(part) ?? []
  return { samples: titles.toSorted((a, b) => a.id - b.id).flatMap((title) => sampleOf(title, locale) ?? []) }
})

/** What a listener can choose, and the parts that there are. */
export const radioChoices = trackedQuery('radio-choices', async (locale: Locale) => {
  const parts = titlesByPart(await loadCatalog(), locale)
  const titles = [...parts.values()].flat()
  const kinds = audioTypes.filter((type) => titles.some(({ product_audio_type: kind }) => kind === type))
  return { parts: [...parts.keys()].toSorted((a, b) => a - b), kinds, genres: genresOf(titles, locale) }
})

const grouped = new WeakMap<Source, Map<Locale, Map<number, ListedTitle[]>>>()
/** Grouped once for all parts of a language. */
function titlesByPart(source: Source, locale: Locale): Map<number, ListedTitle[]> {
  // Read each time, so that every part is known to depend on all titles.
  const titles = titlesIn(source, locale)
  const groups = grouped.get(source) ?? new Map<Locale, Map<number, ListedTitle[]>>()
  grouped.set(source, groups)
  const group =
    groups.get(locale) ??
    Map.groupBy(
      titles.filter((title) => title.sampletracks.length > 0),
      ({ id }) => radioPart(id),
    )
  groups.set(locale, group)
  return group
}

const HAS_GENRES: readonly AudioType[] = audioTypes.filter((type) => type !== 'kids' && type !== 'languagelab')
const hasGenres = ({ product_audio_type: kind }: ListedTitle) => HAS_GENRES.includes(kind)

function genresOf(titles: readonly ListedTitle[], locale: Locale): { id: number; name: string }[] {
  const all = titles.filter(hasGenres).flatMap(({ category }) => namedViews(category, locale))
  return [...Map.groupBy(all, ({ id }) => id).values()]
    .toSorted((a, b) => b.length - a.length || (a[0]?.id ?? 0) - (b[0]?.id ?? 0))
    .slice(0, GENRES)
    .flatMap(([genre]) => (genre ? [{ id: genre.id, name: genre.name }] : []))
}

function offerOf(currency: 'INR' | 'USD', title: ListedTitle): number {
  const { kind, price } = offerIn(currency, offered(title))
  return kind === 'price' ? price : offerNumber(kind)
}

function sampleOf(title: ListedTitle, locale: Locale): RadioSample | undefined {
  const [name, sample] = [nameIn(title, locale), title.sampletracks[0]]
  if (!name || !sample) return undefined
  const [author] = namedViews(title.authors, locale)
  const { spoken, spoken_tag: tag, cover } = title
  return {
    id: title.id,
    slug: title.product_slug,
    name,
    ...(author && { author: { id: author.id, name: author.name } }),
    kind: title.product_audio_type,
    ...((!tag || tag.startsWith(spoken)) && { spoken }),
    ...(hasGenres(title) && title.category.length > 0 && { genres: title.category.map(({ id }) => id) }),
    seconds: Math.round(title.total_tracks_length),
    sample: sample.map_url,
    length: sample.track_length,
    ...(cover && { cover: { base: cover.base, widths: cover.widths } }),
    variant: title.variant,
    inr: offerOf('INR', title),
    usd: offerOf('USD', title),
  }
}
