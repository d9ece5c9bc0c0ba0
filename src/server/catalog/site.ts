import type { Banner, MenuItem } from '#contract/catalog/catalog.ts'
import type { FaqTopic, GiftMessage, News, SiteText, Testimonial } from '#contract/catalog/site.ts'
import { slug as brandSlug } from '#brand/brand.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import type { Db } from '../db/connect.ts'
import { isMenuSlug, pathToTitle } from '#i18n/paths.ts'
import { messages } from '../runtime/messages.ts'
import type { Row } from '../db/row.ts'
import type { products } from '../db/schema/catalog/catalog.ts'
import type {
  banners,
  faqQueries,
  faqTopics,
  menuItems,
  news,
  siteTexts,
  testimonials,
} from '../db/schema/catalog/site.ts'
import { htmlOf, serializeImages, serializePicture, serializeTranslations, type StoredPicture } from './serializers.ts'

const PICTURE = `(select jsonb_build_object('path', m.path, 'widths', m.widths) from media_files m where m.id = picture_id) as picture`

export async function listMenu(db: Db): Promise<MenuItem[]> {
  const rows = await db.query<Pick<Row<typeof menuItems>, 'id' | 'slug' | 'translations'>>(
    'select id, slug, translations from menu_items order by position, id',
  )
  // A menu that an earlier release took unchecked must not lead nowhere.
  const valid = rows.filter(({ slug }) => isMenuSlug(slug))
  if (valid.length === 0) return ownMenu(db)
  return valid.map(({ slug, translations }) => ({ slug, custom_translation: serializeTranslations(translations) }))
}

const SLUGS = [
  ['audiobook', 'audiobooks'],
  ['original', `${brandSlug}-original`],
  ['podcast', 'podcast'],
  ['kids', 'kids'],
  ['languagelab', 'language-lab'],
] as const

/** The menu of a shop whose publisher made none: the kinds of titles that it has, and plans when it sells any. */
async function ownMenu(db: Db): Promise<MenuItem[]> {
  const found = await db.query<{ type: string }>(
    `select distinct audio_type as type from products where status = 'published'
     union select 'plan' from plans where can_purchase`,
  )
  const has = new Set(found.map(({ type }) => type))
  const item = (slug: string, nameIn: (locale: Locale) => string): MenuItem => ({
    slug,
    custom_translation: Object.fromEntries(LOCALES.map((locale) => [locale, { name: nameIn(locale) }])),
  })
  return [
    item('home', (locale) => messages(locale, 'pages')('notFound.toHome')),
    ...SLUGS.filter(([type]) => has.has(type)).map(([type, slug]) =>
      item(slug, (locale) => messages(locale, 'format')(`types.${type}`)),
    ),
    ...(has.has('plan') ? [item('subscribe', (locale) => messages(locale, 'player')('subscribe'))] : []),
  ]
}

/** Topics and questions without a text in this language are left out. */
export async function listFaq(db: Db, locale: Locale): Promise<FaqTopic[]> {
  type TopicRow = Pick<Row<typeof faqTopics>, 'id' | 'title'> & {
    queries: Pick<Row<typeof faqQueries>, 'que' | 'ans'>[] | null
  }
  const rows = await db.query<TopicRow>(
    `select t.id, t.title, (select jsonb_agg(jsonb_build_object('que', q.que, 'ans', q.ans) order by q.position) from faq_queries q where q.topic_id = t.id) as queries
     from faq_topics t order by t.position, t.id`,
  )
  return rows.flatMap(({ id, title, queries }) => {
    const translated = (queries ?? []).flatMap(({ que, ans }) => {
      const [question, answer] = [que[locale]?.name, ans[locale]?.description]
      return question && answer ? [{ que: question, ans: answer }] : []
    })
    const name = title[locale]?.name
    return name && translated.length > 0 ? [{ id, title: name, queries: translated }] : []
  })
}

export async function listTestimonials(db: Db, limit: number): Promise<Testimonial[]> {
  const rows = await db.query<Pick<Row<typeof testimonials>, 'id' | 'translations'>>(
    'select id, translations from testimonials order by id limit $1',
    [limit],
  )
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
  type NewsRow = Pick<Row<typeof news>, 'id' | 'translations' | 'created'> & { picture: StoredPicture }
  const rows = await db.query<NewsRow>(
    `select id, translations, created, ${PICTURE} from news where kind = $1 and is_shown order by created desc, id desc limit $2`,
    [kind, limit],
  )
  return rows.map(({ id, translations, created, picture }) => {
    const words = translations.en ?? translations.mr
    return {
      id,
      title: words?.name ?? '',
      description: htmlOf(words?.description, words?.shortDescription),
      custom_translation: serializeTranslations(translations),
      created_date: created,
      image: serializeImages(picture).image1,
      picture: serializePicture(picture),
    }
  })
}

export async function listBanners(db: Db): Promise<Banner[]> {
  type Title = Pick<Row<typeof products>, 'id' | 'slug'> & { type: string }
  type BannerRow = Pick<Row<typeof banners>, 'id' | 'place' | 'href' | 'translations'> & {
    picture: StoredPicture
    title: Title | null
  }
  const rows = await db.query<BannerRow>(
    `select id, place, href, translations, ${PICTURE},
       (select jsonb_build_object('id', p.id, 'slug', p.slug, 'type', p.audio_type) from products p
        where p.key = substr(b.href, $1) and starts_with(b.href, $2) and p.status = 'published') as title
     from banners b where b.is_shown order by place, position, id`,
    [TITLE_HREF.length + 1, TITLE_HREF],
  )
  return rows.flatMap(({ id, place, href, title, translations, picture }) => {
    const image = serializePicture(picture)
    const path = href.startsWith(TITLE_HREF) ? title && pathToTitle('en', title) : href
    return image && path
      ? [{ id, place, image, href: path, custom_translation: serializeTranslations(translations) }]
      : []
  })
}

/** A publisher names a title by its key: its address is not known before the import. */
const TITLE_HREF = '/title/'

export async function listTexts(db: Db): Promise<SiteText[]> {
  const rows = await db.query<Pick<Row<typeof siteTexts>, 'id' | 'key' | 'translations'>>(
    'select id, key, translations from site_texts order by key',
  )
  return rows.map(({ key, translations }) => ({ key, custom_translation: serializeTranslations(translations) }))
}

export async function listGiftMessages(db: Db): Promise<GiftMessage[]> {
  const rows = await db.query<Pick<Row<typeof siteTexts>, 'id' | 'translations'>>(
    `select id, translations from site_texts where key = 'gift_message'`,
  )
  return rows.map(({ translations }) => ({
    custom_translation: Object.fromEntries(
      Object.entries(translations).map(([locale, words]) => [
        locale,
        { subscription_message: htmlOf(words.description, words.name) },
      ]),
    ),
  }))
}
