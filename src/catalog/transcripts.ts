import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { nameIn } from '#contract/text/translation.ts'
import { titleView } from '#contract/catalog/views.ts'
import type { PublicTexts } from './source.ts'
import { trackedQuery } from './tracking/dependency-tracker.ts'
import { loadCatalog } from './tracking/load.ts'

type PublicText = PublicTexts['texts'][number]

/** A book has thousands of lines. Tracks stay whole, so a page of one long track has more. */
const PAGE_LINES = 400

/** Tracks with their texts, page by page. */
function pagesOf(texts: readonly PublicText[]): PublicText[][][] {
  const pages: PublicText[][][] = []
  let lines = Infinity
  for (const ofTrack of Map.groupBy(texts, ({ track_id: track }) => track).values()) {
    const own = ofTrack.reduce((sum, { cues }) => sum + cues.length, 0)
    const isFull = lines + own > PAGE_LINES
    if (isFull) pages.push([])
    lines = isFull ? own : lines + own
    pages.at(-1)?.push(ofTrack)
  }
  return pages
}

/** How many pages a title with public texts has. */
export const transcriptPages = (texts: readonly PublicText[]): number => pagesOf(texts).length

/** Pages of their own for each title with a public text, in each language in which the title has a name. */
export async function transcriptPaths() {
  const source = await loadCatalog()
  return [...source.publicTexts.values()].flatMap(({ product_id: id, texts }) => {
    const title = source.titles.get(id)
    if (!title) return []
    const locales = LOCALES.filter((locale) => nameIn(title, locale))
    return locales.flatMap((locale) =>
      pagesOf(texts).map((_, index) => ({ locale, id, slug: title.product_slug, page: index + 1 })),
    )
  })
}

/** The tracks of one page with their public texts: the one in the reader's language first. */
export const transcriptData = trackedQuery('transcript', async (id: number, locale: Locale, page: number) => {
  const source = await loadCatalog()
  const [found, title] = [source.publicTexts.get(id), source.titles.get(id)]
  if (!found || !title) throw new Error(`title ${id} has a path for its text and no text`)
  const view = titleView(title, locale)
  const pages = pagesOf(found.texts)
  return {
    view,
    isCourse: title.product_audio_type === 'languagelab',
    isForKids: title.product_audio_type === 'kids',
    locales: LOCALES.filter((other) => nameIn(title, other)),
    pages: pages.length,
    tracks: (pages[page - 1] ?? []).flatMap((texts) => {
      const track = view.tracks.find((one) => one.id === texts[0]?.track_id)
      const own = texts.find((text) => text.locale === locale)
      return track ? [{ track, texts: own ? [own, ...texts.filter((text) => text !== own)] : texts }] : []
    }),
  }
})
