import type { CardView } from '#contract/views.ts'
import type { Locale } from '#contract/text.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { count } from '#i18n/format.ts'
import { localeOf } from '#i18n/locales.ts'
import { loadKidsPage } from '#stores/catalog/kids.ts'
import { fillCard } from './card.ts'

/** New cards at the end of the list; gives back the link of the first. */
function append(foot: HTMLElement, cards: readonly CardView[], locale: Locale): HTMLElement | undefined {
  const template = foot.querySelector('template')
  const list = foot.closest('main')?.querySelector('.grid')
  if (!template || !list) return undefined
  const made = cards.map((card) => fillCard(document.importNode(template.content, true), card, foot.dataset, locale))
  const first = made[0]?.querySelector<HTMLElement>('[data-card]') ?? undefined
  list.append(...made)
  return first
}

export type Added = { ok: true; text: string; first: HTMLElement | undefined } | { ok: false }

/** Fetches the next titles of the shelf and shows them; tells how many are shown now. */
export async function addNextPage(foot: HTMLElement): Promise<Added> {
  const { cursor = '', more = '', status = '', total = '' } = foot.dataset
  const locale = localeOf(document.documentElement.lang)
  const made = await loadKidsPage(Number(more), cursor, locale)
  // The reader may have gone on to another page meanwhile.
  if (!made.ok || !foot.isConnected) return { ok: false }
  const first = append(foot, made.cards, locale)
  const shown = Number(foot.dataset['shown']) + made.cards.length
  foot.dataset['shown'] = String(shown)
  if (made.cursor) foot.dataset['cursor'] = made.cursor
  else delete foot.dataset['cursor']
  // What was published since the build is counted when it is shown.
  const all = made.cursor ? Math.max(shown, Number(total)) : shown
  return { ok: true, first, text: interpolate(status, { shown: count(shown, locale), total: count(all, locale) }) }
}
