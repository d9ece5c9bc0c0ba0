import type { ShopList } from '#contract/desk/shop/shop-lists.ts'
import { dayInIndia } from '#contract/time/day.ts'
import type { Row } from '#stores/desk/shop/rows.ts'
import type { ShopMessages, Spec } from './RowFields.tsx'

type Options = ShopMessages['options']

const names = (): Spec[] => [
  { path: 'translations.en.name', label: 'nameEn' },
  { path: 'translations.mr.name', label: 'nameMr' },
]
const texts = (): Spec[] => [
  { path: 'translations.en.description', label: 'textEn', kind: 'lines' },
  { path: 'translations.mr.description', label: 'textMr', kind: 'lines' },
]
const shownDays = (): Spec[] => [
  { path: 'from', label: 'from', kind: 'date', hint: 'fromHint' },
  { path: 'until', label: 'until', kind: 'date', hint: 'untilHint' },
]
const optionsOf = (values: Record<string, string>) => Object.entries(values).map(([value, label]) => ({ value, label }))

/** The fields of each list. */
export function specsOf(list: ShopList, options: Options, slugs: readonly string[] = []): Spec[] {
  const all: Partial<Record<ShopList, Spec[]>> = {
    menu: [
      { path: 'slug', label: 'page', options: slugs.map((slug) => ({ value: slug, label: slug })), isKey: true },
      ...names(),
    ],
    banners: [
      { path: 'place', label: 'place', options: optionsOf(options.places) },
      ...names(),
      ...texts(),
      { path: 'href', label: 'href', isOptional: false },
      { path: 'image', label: 'image', kind: 'picture' },
      ...shownDays(),
    ],
    news: [
      { path: 'kind', label: 'kind', options: optionsOf(options.newsKinds) },
      { path: 'created', label: 'created', kind: 'date', isOptional: false },
      ...names(),
      ...texts(),
      { path: 'image', label: 'image', kind: 'picture' },
      ...shownDays(),
    ],
    testimonials: [
      { path: 'translations.en.name', label: 'speakerEn' },
      { path: 'translations.en.description', label: 'quoteEn', kind: 'lines' },
      { path: 'translations.mr.name', label: 'speakerMr' },
      { path: 'translations.mr.description', label: 'quoteMr', kind: 'lines' },
    ],
    faq: [
      { path: 'title.en.name', label: 'nameEn' },
      { path: 'title.mr.name', label: 'nameMr' },
    ],
    texts: [{ path: 'key', label: 'key', isKey: true }, ...names(), ...texts()],
    plans: planSpecs(options),
    ebooks: ebookSpecs(options),
  }
  return all[list] ?? []
}

const ebookSpecs = (options: Options): Spec[] => [
  { path: 'file', label: 'ebookFile', kind: 'ebook' },
  ...names(),
  { path: 'written', label: 'written', options: optionsOf(options.languages) },
  { path: 'authors', label: 'authors', kind: 'people' },
]

const planSpecs = (options: Options): Spec[] => [
  ...names(),
  ...texts(),
  { path: 'duration', label: 'duration', kind: 'number', isOptional: false },
  { path: 'priceInr', label: 'priceInr', kind: 'money', isOptional: false },
  { path: 'discountedInr', label: 'discountedInr', kind: 'money' },
  { path: 'priceUsd', label: 'priceUsd', kind: 'money', isOptional: false },
  { path: 'audioTypes', label: 'audioTypes', kind: 'many', options: optionsOf(options.audioTypes) },
  { path: 'canPurchase', label: 'canPurchase', kind: 'flag' },
]

const BLANKS: Partial<Record<ShopList, () => Row>> = {
  menu: () => ({ slug: 'home', translations: {} }),
  banners: () => ({ place: 'home', href: '/', translations: {} }),
  news: () => ({ kind: 'media', created: dayInIndia(new Date()), translations: {} }),
  faq: () => ({ title: {}, queries: [{}] }),
  ebooks: () => ({ written: 'mr', translations: {}, authors: [] }),
  plans: () => ({
    ...{ translations: {}, duration: 30, priceInr: 0, priceUsd: 0, discountedInr: 0, perDayPrice: 0 },
    ...{ audioTypes: [], canPurchase: false },
  }),
}

/** A row before anything was typed; its key never changes, so it is made once. */
export function blankOf(list: ShopList): Row {
  const id = `${list}-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 5)}`
  const row = BLANKS[list]?.() ?? { translations: {} }
  return { ...(list !== 'menu' && { key: id }), ...row, _id: id }
}
