import type { CatalogSeries } from '#contract/catalog/series.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { slugOf } from '#contract/text/slug.ts'
import { nameIn, nameOrEnglish } from '#contract/text/translation.ts'
import { cardView, type Neighbour, type PlaceInSeries } from '#contract/catalog/views.ts'
import { trackedQuery } from '../tracking/dependency-tracker.ts'
import { loadCatalog } from '../tracking/load.ts'
import type { Source, Title } from '../source.ts'

const slugIn = (series: Pick<CatalogSeries, 'name' | 'custom_translation'>) => slugOf(nameOrEnglish(series, 'en'))

/** Undefined for a title without a series, and where the series has no name in the language. */
export function placeInSeries(source: Source, { id, series }: Title, locale: Locale): PlaceInSeries | undefined {
  const name = series ? nameIn(series, locale) : undefined
  if (!series || !name) return undefined
  const entries = source.series.get(series.id)?.entries ?? []
  const titles = entries.flatMap(({ product_id }) => source.titles.get(product_id) ?? [])
  const named = titles.filter((title) => nameIn(title, locale))
  const at = named.findIndex((title) => title.id === id)
  const neighbour = (place: number) => (at < 0 ? undefined : neighbourOf(named[place], locale))
  return {
    ...{ id: series.id, slug: slugIn(series), name, number: series.number },
    ...{ previous: neighbour(at - 1), next: neighbour(at + 1) },
  }
}

function neighbourOf(title: Title | undefined, locale: Locale): Neighbour | undefined {
  if (!title) return undefined
  return {
    ...{ id: title.id, slug: title.product_slug, type: title.product_audio_type },
    name: nameIn(title, locale) ?? '',
  }
}

/** For pages that show a title and not its series: a renamed series changes none of them. */
export const withoutSeries = ({ series: _series, ...title }: Title): Title => title

export async function seriesPaths() {
  const source = await loadCatalog()
  return LOCALES.flatMap((locale) =>
    [...source.series.values()]
      .filter((series) => nameIn(series, locale))
      .map((series) => ({ locale, id: series.id, slug: slugIn(series) })),
  )
}

export const seriesData = trackedQuery('series', async (id: number, locale: Locale) => {
  const source = await loadCatalog()
  const series = source.series.get(id)
  if (!series) throw new Error(`series ${id} has a path but is not in the catalog`)
  const parts = series.entries.flatMap(({ product_id, number }) => {
    const title = source.titles.get(product_id)
    const card = title && cardView(title, locale)
    return card ? [{ number, card }] : []
  })
  return {
    name: nameIn(series, locale) ?? '',
    slug: slugIn(series),
    description: series.custom_translation[locale]?.description ?? '',
    shortDescription: series.custom_translation[locale]?.short_description ?? '',
    parts,
    locales: LOCALES.filter((other) => nameIn(series, other)),
  }
})
