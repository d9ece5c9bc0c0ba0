import { call } from '#client/browser-call.ts'
import { kidCategoryProducts } from '#contract/catalog/discovery.ts'
import { KIDS_PAGE } from '#contract/http/cursor.ts'
import { cardViews, type CardView } from '#contract/catalog/views.ts'
import type { Locale } from '#contract/text/locale.ts'

type KidsPage = { ok: true; cards: CardView[]; cursor: string | undefined } | { ok: false }

/** The next titles of a shelf that have a name in the language; pages without any are skipped. */
export async function loadKidsPage(categoryId: number, cursor: string, locale: Locale): Promise<KidsPage> {
  const result = await call(kidCategoryProducts, { categoryId, size: KIDS_PAGE, cursor })
  if (!result.ok) return { ok: false }
  const cards = cardViews(result.value.category_product_list, locale)
  const next = result.value.next
    ? (new URL(result.value.next, location.origin).searchParams.get('cursor') ?? undefined)
    : undefined
  return next && cards.length === 0 ? loadKidsPage(categoryId, next, locale) : { ok: true, cards, cursor: next }
}
