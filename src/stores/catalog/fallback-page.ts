import { atom } from 'nanostores'
import { call } from '#client/browser.ts'
import { authorProduct, kidCategoryProducts, languageLabProducts } from '#contract/discovery.ts'
import { productDetails } from '#contract/catalog.ts'
import { cardViews, titleView, type CardView, type TitleView } from '#contract/views.ts'
import { nameIn, nameOrEnglish } from '#contract/translation.ts'
import type { Locale } from '#contract/text.ts'

/** A title, author or shelf newer than the last build, read where its page is not there yet (SD-5). */
export type LateKind = 'title' | 'course' | 'author' | 'kids' | 'languagelab'
export type Late =
  | { state: 'asking' }
  | { state: 'missing'; other?: { id: number; slug: string; isCourse: boolean } }
  /** Nobody knows this id (C2: home), or the title is a course and lives under another path. */
  | { state: 'elsewhere'; course?: { id: number; slug: string } }
  | { state: 'failed' }
  | { state: 'title'; view: TitleView; cards: CardView[] }
  | { state: 'list'; name: string; text: string; cards: CardView[] }

export const $late = atom<Late>({ state: 'asking' })

/** Loads what the path names. An entry without a name in this language counts as missing there (SH-5). */
export async function loadLate(kind: LateKind, id: number, locale: Locale): Promise<void> {
  const asking: Late = { state: 'asking' }
  $late.set(asking)
  const late = await (kind === 'title' || kind === 'course'
    ? lateTitle(id, locale, kind === 'course')
    : lateList(kind, id, locale))
  // The reader has gone on to another page meanwhile.
  if ($late.get() === asking) $late.set(late)
}

async function lateTitle(id: number, locale: Locale, isCoursePath: boolean): Promise<Late> {
  const made = await call(productDetails, { id })
  if (!made.ok)
    return made.fault === 'notFound' || made.fault === 'badInput' ? { state: 'elsewhere' } : { state: 'failed' }
  const [product] = made.value.product_details
  if (!product) return { state: 'elsewhere' }
  if (product.product_audio_type === 'languagelab' && !isCoursePath)
    return { state: 'elsewhere', course: { id: product.id, slug: product.product_slug } }
  if (!nameIn(product, locale))
    return { state: 'missing', other: { id: product.id, slug: product.product_slug, isCourse: isCoursePath } }
  return {
    state: 'title',
    view: titleView(product, locale),
    cards: cardViews(made.value.category_product_list, locale),
  }
}

async function lateList(kind: Exclude<LateKind, 'title' | 'course'>, id: number, locale: Locale): Promise<Late> {
  const made =
    kind === 'author'
      ? await call(authorProduct, { id })
      : await (kind === 'kids'
          ? call(kidCategoryProducts, { categoryId: id, size: 100 })
          : call(languageLabProducts, { id }))
  if (!made.ok) return { state: made.fault === 'notFound' || made.fault === 'badInput' ? 'missing' : 'failed' }
  const { value } = made
  if ('author_products' in value) {
    const [author] = value.author_details
    const name = author && nameIn(author, locale)
    if (!author || !name) return { state: 'missing' }
    return {
      state: 'list',
      name,
      text: author.custom_translation[locale]?.short_description ?? '',
      cards: cardViews(value.author_products, locale),
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
