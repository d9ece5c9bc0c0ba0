import {
  BannerRow,
  CouponRow,
  FaqRow,
  MenuRow,
  NewsRow,
  PlanRow,
  SiteTextRow,
  SynonymRow,
  TestimonialRow,
} from '#contract/import/import.ts'
import { isDay } from '#contract/fields/fields.ts'
import { dayOfMoment, startOfDay } from '#contract/time/day.ts'
import { isMenuSlug } from '#i18n/paths.ts'
import type { Infer, Struct } from 'superstruct'
import type { Db } from '../db/connect.ts'
import { endOfDay } from '../cart/end-of-day.ts'
import { showByDay } from './shown-by-day.ts'
import { cleanPlain, cleanQuery, cleanTranslations } from './clean.ts'
import type { PictureKind } from './media/picture.ts'
import { insertAll, type Saved, type Target } from '../db/upsert.ts'
import { isDryRun } from '../db/dry-run.ts'

type Values = Record<string, unknown>
export type RowHelpers = {
  line: number
  key: string
  file: (path: string | undefined, kind: PictureKind, field: string) => Promise<number | null>
}
export type ListImport<Item> = {
  kind: string
  struct: Struct<Item, unknown>
  target: Target
  /** Why a valid row is left out. */
  problem?(item: Item): { field: string; reason: string; given: string } | undefined
  /** Columns of the row; `parts` only count for the digest, `children` writes them. */
  row(item: Item, helpers: RowHelpers): Promise<Values & { parts?: unknown }> | (Values & { parts?: unknown })
  children?(db: Db, saved: Saved[], items: Map<string, Item>, now: Date): Promise<unknown>
}

const keyAndTexts = { key: 'text', translations: 'jsonb' }
const siteTarget = (table: string, columns: Record<string, string>, key = 'key'): Target => ({
  table,
  key,
  columns,
  // Plans and questions have further tables.
  isWhole: table !== 'plans' && table !== 'faq_topics',
})
const endOfDayOr = (isoDay: string) => endOfDay(isoDay) ?? new Date(isoDay)
const startOfDayOr = (day: string) => (/^\d{4}-\d\d-\d\d$/.test(day) ? startOfDay(day) : new Date(day))
/** The day in India of a moment with a zone; without one, the day that is written. */
const dayOf = (text: string) => (isDay(text.replace(/T[\d:.]+$/, '')) ? text.slice(0, 10) : dayOfMoment(text))

const menu: ListImport<Infer<typeof MenuRow>> = {
  kind: 'menu',
  struct: MenuRow,
  target: siteTarget('menu_items', { slug: 'text', translations: 'jsonb', position: 'int' }, 'slug'),
  problem: ({ slug }) => (isMenuSlug(slug) ? undefined : { field: 'slug', reason: 'noPage', given: slug }),
  row: ({ slug, translations, position }) => ({ slug, translations: cleanTranslations(translations), position }),
}
const testimonials: ListImport<Infer<typeof TestimonialRow>> = {
  kind: 'testimonial',
  struct: TestimonialRow,
  target: siteTarget('testimonials', keyAndTexts),
  row: ({ key, translations }) => ({ key, translations: cleanTranslations(translations, cleanPlain) }),
}
const texts: ListImport<Infer<typeof SiteTextRow>> = {
  kind: 'text',
  struct: SiteTextRow,
  target: siteTarget('site_texts', keyAndTexts),
  row: ({ key, translations }) => ({ key, translations: cleanTranslations(translations) }),
}
const synonyms: ListImport<Infer<typeof SynonymRow>> = {
  kind: 'synonym',
  struct: SynonymRow,
  target: siteTarget('search_synonyms', { key: 'text', words: 'text[]' }),
  row: ({ key, words }) => ({ key, words: words.map((word) => cleanPlain(word)) }),
}
const SHOWN_DAYS = { shown_from: 'date', shown_until: 'date' }
type Shown = { from?: string | undefined; until?: string | undefined }
const shownDays = ({ from, until }: Shown) => ({ shown_from: from ?? null, shown_until: until ?? null })
/** A day that exists, and a last day that is not before the first. */
function shownProblem({ from, until }: Shown) {
  const wrong = (['from', 'until'] as const).find((field) => {
    const day = { from, until }[field]
    return day !== undefined && !isDay(day)
  })
  if (wrong) return { field: wrong, reason: 'date', given: { from, until }[wrong] ?? '' }
  return from && until && until < from ? { field: 'until', reason: 'dayOrder', given: until } : undefined
}

const news: ListImport<Infer<typeof NewsRow>> = {
  kind: 'news',
  struct: NewsRow,
  target: siteTarget('news', { ...keyAndTexts, ...SHOWN_DAYS, kind: 'text', created: 'date', picture_id: 'bigint' }),
  problem: ({ created, ...days }) =>
    dayOf(created) ? shownProblem(days) : { field: 'created', reason: 'date', given: created },
  row: async ({ key, kind, translations, created, image, ...days }, { file }) => ({
    key,
    kind,
    translations: cleanTranslations(translations),
    created: dayOf(created),
    picture_id: await file(image, 'news', 'image'),
    ...shownDays(days),
  }),
  children: (db, _saved, _items, now) => showByDay(db, now),
}
const banners: ListImport<Infer<typeof BannerRow>> = {
  kind: 'banner',
  struct: BannerRow,
  target: siteTarget('banners', {
    ...{ ...keyAndTexts, ...SHOWN_DAYS },
    ...{ place: 'text', href: 'text', position: 'int', picture_id: 'bigint' },
  }),
  problem: shownProblem,
  row: async ({ key, place, translations, image, href, position, ...days }, { file }) => ({
    key,
    place,
    translations: cleanTranslations(translations),
    href,
    position,
    picture_id: await file(image, 'banners', 'image'),
    ...shownDays(days),
  }),
  children: (db, _saved, _items, now) => showByDay(db, now),
}
const coupons: ListImport<Infer<typeof CouponRow>> = {
  kind: 'coupon',
  struct: CouponRow,
  target: {
    ...siteTarget(
      'coupons',
      {
        code: 'text',
        percent: 'int',
        uses_left: 'int',
        expires: 'timestamptz',
        starts: 'timestamptz',
        per_buyer: 'int',
        applies_to: 'text[]',
      },
      'code',
    ),
    changed: {
      // Used coupons are not renewed; a coupon that has ended, maybe by the operator, stays ended.
      uses_left: 'least(coupons.uses_left, excluded.uses_left)',
      expires: 'case when coupons.expires <= excluded.updated_at then coupons.expires else excluded.expires end',
    },
  },
  row: ({ code, percent, uses, expires, starts, perBuyer, appliesTo }) => ({
    code,
    percent,
    uses_left: uses ?? null,
    expires: expires ? endOfDayOr(expires).toISOString() : null,
    starts: starts ? startOfDayOr(starts).toISOString() : null,
    per_buyer: perBuyer ?? null,
    applies_to: appliesTo ?? null,
  }),
}
const plans: ListImport<Infer<typeof PlanRow>> = {
  kind: 'plan',
  struct: PlanRow,
  target: siteTarget('plans', {
    ...keyAndTexts,
    duration_days: 'int',
    can_purchase: 'boolean',
    price_inr: 'int',
    price_usd: 'int',
    discounted_inr: 'int',
    per_day_price: 'float8',
  }),
  row: (plan) => ({
    key: plan.key,
    translations: cleanTranslations(plan.translations),
    duration_days: plan.duration,
    can_purchase: plan.canPurchase,
    price_inr: plan.priceInr,
    price_usd: plan.priceUsd,
    discounted_inr: plan.discountedInr,
    per_day_price: plan.perDayPrice,
    parts: plan.audioTypes.toSorted(),
  }),
  async children(db, saved, items) {
    await keepBoughtTypes(db, saved)
    await db.query('delete from plan_audio_types where plan_id = any($1)', [saved.map(({ id }) => id)])
    const rows = saved.flatMap(({ id, key }) =>
      (items.get(key)?.audioTypes ?? []).map((type) => ({ plan_id: id, audio_type: type })),
    )
    await insertAll(db, 'plan_audio_types', { plan_id: 'bigint', audio_type: 'text' }, rows)
  },
}
/** A change of a plan never touches what was bought: subscriptions cover what they did, and so do gifts and orders that become ones later. */
async function keepBoughtTypes(db: Db, saved: Saved[]): Promise<void> {
  if (isDryRun(db)) return
  const changed = saved.map(({ id }) => id)
  await db.query('select id from plans where id = any($1) order by id for update', [changed])
  await db.query(
    `update subscriptions s set audio_types = array(select audio_type from plan_audio_types t where t.plan_id = s.plan_id)
     where plan_id = any($1) and audio_types is null`,
    [changed],
  )
  await db.query(
    `update order_lines l set audio_types = array(select audio_type from plan_audio_types t where t.plan_id = l.plan_id)
     from orders o where o.id = l.order_id and o.status in ('open', 'paid') and l.plan_id = any($1) and l.audio_types is null
       and not exists (select from grants g where g.line_id = l.id)`,
    [changed],
  )
}

type FaqRow = Infer<typeof FaqRow>
const faq: ListImport<FaqRow> = {
  kind: 'faq',
  struct: FaqRow,
  target: siteTarget('faq_topics', { key: 'text', title: 'jsonb', position: 'int' }),
  row: ({ key, title, position, queries }) => ({
    key,
    title: cleanTranslations(title),
    position,
    parts: queries.map(cleanQuery),
  }),
  async children(db, saved, items) {
    await db.query('delete from faq_queries where topic_id = any($1)', [saved.map(({ id }) => id)])
    const rows = saved.flatMap(({ id, key }) =>
      (items.get(key)?.queries ?? []).map((query, position) => ({ topic_id: id, position, ...cleanQuery(query) })),
    )
    await insertAll(db, 'faq_queries', { topic_id: 'bigint', position: 'int', que: 'jsonb', ans: 'jsonb' }, rows)
  },
}

export const LISTS = { plans, menu, faq, testimonials, news, coupons, texts, banners, synonyms }

export type SiteList = keyof typeof LISTS
