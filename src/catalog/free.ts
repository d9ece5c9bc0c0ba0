import { freeTypes } from '#contract/catalog/audio-type.ts'
import { titleView } from '#contract/catalog/views.ts'
import type { Locale } from '#contract/text/locale.ts'
import { withoutSeries } from './series/series.ts'
import { trackedQuery } from './tracking/dependency-tracker.ts'
import { loadCatalog } from './tracking/load.ts'
import { newestFirst, PAGE_CARDS, titlesIn } from './views.ts'

/** Four tabs of free titles, newest first, each with its tracks [TF-1]. */
export const freeData = trackedQuery('free', async (locale: Locale) => {
  const source = await loadCatalog()
  const free = titlesIn(source, locale)
    .filter((title) => title.is_free && title.is_playable !== false)
    .toSorted(newestFirst)
  return freeTypes.map((type) => ({
    type,
    titles: free
      .filter((title) => title.product_audio_type === type)
      .slice(0, PAGE_CARDS)
      .flatMap(({ id }) => source.titles.get(id) ?? [])
      .map((title) => titleView(withoutSeries(title), locale)),
  }))
})
