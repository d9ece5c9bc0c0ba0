import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { authorProduct, kidCategoryProducts, languageLabProducts } from '#contract/catalog/discovery.ts'
import { productDetails } from '#contract/catalog/catalog.ts'
import { seriesProducts } from '#contract/catalog/series.ts'
import { cardViews, titleView, type CardView, type TitleView } from '#contract/catalog/views.ts'
import { nameIn, nameOrEnglish } from '#contract/text/translation.ts'
import type { Locale } from '#contract/text/locale.ts'

/** A title, author, series or shelf that is newer than the last build and has no page yet [SD-5]. */
export type FallbackKind = 'title' | 'course' | 'author' | 'series' | 'kids' | 'languagelab'
export type FallbackState =
  | { state: 'loading' }
  | { state: 'missing'; other?: { id: number; slug: string; isCourse: boolean } }
  /** The id is unknown (the home page is shown), or the title is a course and has another path. */
  | { state: 'elsewhere'; course?: { id: number; slug: string } }
  | { state: 'failed' }
  | { state: 'title'; view: TitleView; cards: CardView[] }
  | { state: 'list'; name: string; text: string; cards: CardView[] }

export const $fallbackPage = atom<FallbackState>({ state: 'loading' })

/** An entry without a name in this language is missing in it [SH-5]. */
export async function loadFallbackPage(kind: FallbackKind, id: number, locale: Locale): Promise<void> {
  const asking: FallbackState = { state: 'loading' }
  $fallbackPage.set(asking)
  const late = await (kind === 'title' || kind === 'course'
    ? fallbackTitle(id, locale, kind === 'course')
    : fallbackList(kind, id, locale))
  // The reader went to another page meanwhile.
  if ($fallbackPage.get() === asking) $fallbackPage.set(late)
}

async function fallbackTitle(id: number, locale: Locale, isCoursePath: boolean): Promise<FallbackState> {
  const result = await call(productDetails, { id })
  if (!result.ok)
    return result.fault === 'notFound' || result.fault === 'badInput' ? { state: 'elsewhere' } : { state: 'failed' }
  const [product] = result.value.product_details
  if (!product) return { state: 'elsewhere' }
  if (product.product_audio_type === 'languagelab' && !isCoursePath)
    return { state: 'elsewhere', course: { id: product.id, slug: product.product_slug } }
  if (!nameIn(product, locale))
    return { state: 'missing', other: { id: product.id, slug: product.product_slug, isCourse: isCoursePath } }
  return {
    state: 'title',
    view: titleView(product, locale),
    cards: cardViews(result.value.category_product_list, locale),
  }
}

async function fallbackList(
  kind: Exclude<FallbackKind, 'title' | 'course'>,
  id: number,
  locale: Locale,
): Promise<FallbackState> {
  if (kind === 'series') return fallbackSeries(id, locale)
  const result =
    kind === 'author'
      ? await call(authorProduct, { id })
      : await (kind === 'kids'
          ? call(kidCategoryProducts, { categoryId: id, size: 100 })
          : call(languageLabProducts, { id }))
  if (!result.ok) return { state: result.fault === 'notFound' || result.fault === 'badInput' ? 'missing' : 'failed' }
  const { value } = result
  if ('author_products' in value) {
    const [author] = value.author_details
    const name = author && nameIn(author, locale)
    if (!author || !name) return { state: 'missing' }
    return {
      state: 'list',
      name,
      text: author.custom_translation[locale]?.short_description ?? '',
      cards: cardViews([...value.author_products, ...(value.narrated_products ?? [])], locale),
    }
  }
  const cards = 'category_product_list' in value ? value.category_product_list : value.category_products
  return {
    state: 'list',
    name: nameOrEnglish(value.category_details, locale),
    text: '',
    cards: cardViews(cards, locale),
  }
}

async function fallbackSeries(id: number, locale: Locale): Promise<FallbackState> {
  const result = await call(seriesProducts, { id })
  if (!result.ok) return { state: result.fault === 'notFound' || result.fault === 'badInput' ? 'missing' : 'failed' }
  const [series] = result.value.series_details
  const name = series && nameIn(series, locale)
  if (!name) return { state: 'missing' }
  const text = series.custom_translation[locale]?.short_description ?? ''
  return { state: 'list', name, text, cards: cardViews(result.value.series_products, locale) }
}
