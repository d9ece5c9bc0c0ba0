import { toAmount } from '#contract/money.ts'
import type { Banner, MenuItem } from '#contract/catalog.ts'
import type { FaqTopic, GiftMessage, News, Plan, SiteText, Testimonial } from '#contract/site.ts'
import type { Locale } from '#contract/text.ts'
import type { Db } from '../db/connect.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import {
  audioTypeId,
  htmlOf,
  wireImages,
  wirePicture,
  wireWords,
  type StoredPicture,
  type StoredType,
} from './serializers.ts'

type Worded = { id: number; translations: StoredTranslations }
const PICTURE = `(select jsonb_build_object('path', m.path, 'widths', m.widths) from media_files m where m.id = picture_id) as picture`

export async function listMenu(db: Db): Promise<MenuItem[]> {
  const rows = await db.query<Worded & { slug: string }>(
    'select id, slug, translations from menu_items order by position, id',
  )
  return rows.map(({ slug, translations }) => ({ slug, custom_translation: wireWords(translations) }))
}

/** Topics and questions without words in this language are left out. */
export async function listFaq(db: Db, locale: Locale): Promise<FaqTopic[]> {
  type Row = {
    id: number
    title: StoredTranslations
    queries: { que: StoredTranslations; ans: StoredTranslations }[] | null
  }
  const rows = await db.query<Row>(
    `select t.id, t.title, (select jsonb_agg(jsonb_build_object('que', q.que, 'ans', q.ans) order by q.position) from faq_queries q where q.topic_id = t.id) as queries
     from faq_topics t order by t.position, t.id`,
  )
  return rows.flatMap(({ id, title, queries }) => {
    const asked = (queries ?? []).flatMap(({ que, ans }) => {
      const [question, answer] = [que[locale]?.name, ans[locale]?.description]
      return question && answer ? [{ que: question, ans: answer }] : []
    })
    const name = title[locale]?.name
    return name && asked.length > 0 ? [{ id, title: name, queries: asked }] : []
  })
}

export async function listTestimonials(db: Db, limit: number): Promise<Testimonial[]> {
  const rows = await db.query<Worded>('select id, translations from testimonials order by id limit $1', [limit])
  return rows.map(({ id, translations }) => ({
    id,
    custom_translations: Object.fromEntries(
      Object.entries(translations).map(([locale, words]) => [
        locale,
        { user: words.name, comments: words.description ?? words.shortDescription ?? '' },
      ]),
    ),
  }))
}

export async function listNews(db: Db, kind: 'media' | 'accolades', limit: number): Promise<News[]> {
  type Row = Worded & { created: string; picture: StoredPicture }
  const rows = await db.query<Row>(
    `select id, translations, created, ${PICTURE} from news where kind = $1 order by created desc, id desc limit $2`,
    [kind, limit],
  )
  return rows.map(({ id, translations, created, picture }) => {
    const words = translations.en ?? translations.mr
    return {
      id,
      title: words?.name ?? '',
      description: htmlOf(words?.description, words?.shortDescription),
      custom_translation: wireWords(translations),
      created_date: created,
      image: wireImages(picture).image1,
      picture: wirePicture(picture),
    }
  })
}

export async function listBanners(db: Db): Promise<Banner[]> {
  type Row = Worded & { place: string; href: string; picture: StoredPicture }
  const rows = await db.query<Row>(
    `select id, place, href, translations, ${PICTURE} from banners order by place, position, id`,
  )
  return rows.flatMap(({ id, place, href, translations, picture }) => {
    const image = wirePicture(picture)
    return image ? [{ id, place, image, href, custom_translation: wireWords(translations) }] : []
  })
}

export async function listTexts(db: Db): Promise<SiteText[]> {
  const rows = await db.query<Worded & { key: string }>('select id, key, translations from site_texts order by key')
  return rows.map(({ key, translations }) => ({ key, custom_translation: wireWords(translations) }))
}

export async function listGiftMessages(db: Db): Promise<GiftMessage[]> {
  const rows = await db.query<Worded>(`select id, translations from site_texts where key = 'gift_message'`)
  return rows.map(({ translations }) => ({
    custom_translation: Object.fromEntries(
      Object.entries(translations).map(([locale, words]) => [
        locale,
        { subscription_message: htmlOf(words.description, words.name) },
      ]),
    ),
  }))
}

type PlanRow = Worded & {
  variant: number
  duration_days: number
  can_purchase: boolean
  per_day_price: number
  price_inr: number
  price_usd: number
  discounted_inr: number
  types: StoredType[]
}

/** By length, the one that is not sold last (C2). */
export async function listPlans(db: Db): Promise<Plan[]> {
  const rows = await db.query<PlanRow>(
    `select p.*, array(select audio_type from plan_audio_types t where t.plan_id = p.id) as types from plans p order by p.can_purchase desc, p.duration_days, p.id`,
  )
  return rows.map((plan) => ({
    id: plan.id,
    variant: plan.variant,
    subscription_duration: plan.duration_days,
    can_purchase: plan.can_purchase,
    per_day_price: plan.per_day_price,
    price: toAmount(plan.price_usd),
    inr_price: toAmount(plan.price_inr),
    discounted_inr_price: toAmount(plan.discounted_inr),
    custom_translation: wireWords(plan.translations),
    subscription_price: [
      { currency: 'INR', ...toAmount(plan.price_inr) },
      { currency: 'USD', ...toAmount(plan.price_usd) },
    ],
    audio_types: plan.types
      .map((type) => ({ audio_type_id: audioTypeId(type) }))
      .toSorted((a, b) => a.audio_type_id - b.audio_type_id),
  }))
}
