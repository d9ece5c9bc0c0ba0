import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { nameIn } from '#contract/text/translation.ts'
import { titleView } from '#contract/catalog/views.ts'
import { trackedQuery } from './tracking/dependency-tracker.ts'
import { loadCatalog } from './tracking/load.ts'

/** One feed for each podcast with free audio and each language in which it has a name [SD-8]. */
export async function feedPaths() {
  const source = await loadCatalog()
  return LOCALES.flatMap((locale) =>
    [...source.feeds.keys()].flatMap((id) => {
      const title = source.titles.get(id)
      return title && nameIn(title, locale) ? [{ locale, id }] : []
    }),
  )
}

export const feedData = trackedQuery('feed', async (id: number, locale: Locale) => {
  const source = await loadCatalog()
  const [feed, title] = [source.feeds.get(id), source.titles.get(id)]
  if (!feed || !title) throw new Error(`podcast ${id} has a path but no feed`)
  const view = titleView(title, locale)
  const tracks = new Map(view.tracks.map((track) => [track.id, track]))
  return {
    view,
    artwork: feed.artwork,
    facts: feed.feed ?? undefined,
    hub: source.options.feed_hub,
    episodes: feed.episodes.map((episode) => ({ ...episode, track: tracks.get(episode.track_id ?? 0) })),
  }
})
