import { freeTypes } from '#contract/catalog/audio-type.ts'
import { titleView } from '#contract/catalog/views.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { withoutSeries } from './series/series.ts'
import type { Source } from './source.ts'
import { trackedQuery } from './tracking/dependency-tracker.ts'
import { loadCatalog } from './tracking/load.ts'
import type { ListedTitle } from './tracking/title-details.ts'
import { newestFirst, PAGE_CARDS, titlesIn } from './views.ts'

/** The free titles of each tab, newest first. */
function freeTitles(source: Source, locale: Locale) {
  const free = titlesIn(source, locale)
    .filter((title) => title.is_free && title.is_playable !== false)
    .toSorted(newestFirst)
  return freeTypes.map((type) => ({ type, titles: free.filter((title) => title.product_audio_type === type) }))
}

const pagesOf = (titles: readonly ListedTitle[]) => Math.max(1, Math.ceil(titles.length / PAGE_CARDS))
/** As many as the longest tab has. */
const freePages = (source: Source, locale: Locale): number =>
  Math.max(...freeTitles(source, locale).map(({ titles }) => pagesOf(titles)))

export async function freePaths() {
  const source = await loadCatalog()
  return LOCALES.flatMap((locale) =>
    Array.from({ length: freePages(source, locale) }, (_, index) => ({ locale, page: index + 1 })),
  )
}

/**
 * Four tabs of free titles, each title with its tracks [TF-1]. A further page has the tabs that go on there. `total`: of the tab, on all
 * of its `pages`; `before`: on those before this one.
 */
export const freeData = trackedQuery('free', async (locale: Locale, page: number) => {
  const source = await loadCatalog()
  const before = (page - 1) * PAGE_CARDS
  const groups = freeTitles(source, locale).map(({ type, titles }) => ({
    type,
    ...{ before, total: titles.length, pages: pagesOf(titles) },
    titles: titles
      .slice(before, before + PAGE_CARDS)
      .flatMap(({ id }) => source.titles.get(id) ?? [])
      .map((title) => titleView(withoutSeries(title), locale)),
  }))
  return {
    groups: groups.filter(({ pages }) => page <= pages),
    locales: LOCALES.filter((other) => page <= freePages(source, other)),
  }
})
