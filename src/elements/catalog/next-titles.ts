import { interpolate } from '#i18n/interpolate.ts'
import { count } from '#i18n/format.ts'
import { loadKidsPage } from '#stores/catalog/kids.ts'
import { pageLocale } from '../page-locale.ts'
import { drawCard } from './draw-card.ts'
import type { MoreTitles } from './more-titles.ts'

export type Added = { ok: true; text: string; first: HTMLElement | undefined } | { ok: false }

/** Fetches the next titles of the shelf and shows them; tells how many are shown now. */
export async function addNextTitles(foot: MoreTitles): Promise<Added> {
  const locale = pageLocale()
  const loaded = await loadKidsPage(foot.categoryId, foot.cursor, locale)
  // The reader may have gone on to another page meanwhile.
  if (!loaded.ok || !foot.isConnected) return { ok: false }
  const rows = loaded.cards.map((card) => {
    const row = document.createElement('li')
    const element = document.createElement('title-card')
    drawCard(element, card)
    row.append(element)
    return row
  })
  foot.list?.append(...rows)
  const shown = Number(foot.getAttribute('shown')) + rows.length
  foot.setAttribute('shown', String(shown))
  if (loaded.cursor) foot.setAttribute('cursor', loaded.cursor)
  else foot.removeAttribute('cursor')
  // What was published since the build is counted when it is shown.
  const total = loaded.cursor ? Math.max(shown, Number(foot.getAttribute('total'))) : shown
  const numbers = { shown: count(shown, locale), total: count(total, locale) }
  const first = rows[0]?.querySelector<HTMLElement>(':is(h2, h3) a') ?? undefined
  return { ok: true, first, text: interpolate(foot.getAttribute('status-text') ?? '', numbers) }
}
