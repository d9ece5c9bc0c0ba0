import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { EntryLink } from '#contract/catalog/entry-link.ts'
import type { DoctorReport } from '#contract/desk/catalog/catalog.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { linkPath, siteLink } from '#i18n/links/site-link.ts'
import type { Db } from '../../db/connect.ts'
import { entryLocales, type EntryLocales } from './entry-locales.ts'

type Item = DoctorReport['findings'][number]['items'][number]
/** `locales`: those in which a banner is shown; null for a text. */
type LinkRow = Pick<Item, 'kind' | 'id' | 'key' | 'name'> & { href: string; locales: Locale[] | null }
type Known = { keys: Set<string>; files: Set<string>; entries: EntryLocales }

const HREFS = `'href=\\\\"([^"\\\\]+)', 'g'`

/** Links of banners and addresses of this shop in texts that lead to no page. Other sites are not asked. */
export async function deadLinks(db: Db): Promise<Item[]> {
  const links = await db.query<LinkRow>(
    `select 'text' as kind, id, 'banners/' || key as key, coalesce(translations->'en'->>'name', translations->'mr'->>'name', key) as name, href,
       array(select jsonb_object_keys(translations)) as locales from banners
     union all select 'text', id, 'texts/' || key, key, (regexp_matches(translations::text, ${HREFS}))[1], null from site_texts
     union all select 'text', q.id, 'faq/' || t.key, coalesce(q.que->'en'->>'name', q.que->'mr'->>'name', t.key), (regexp_matches(q.ans::text, ${HREFS}))[1], null
       from faq_queries q join faq_topics t on t.id = q.topic_id`,
  )
  const titles = await db.query<{ key: string }>(`select key from products where status = 'published'`)
  const known = {
    keys: new Set(titles.map(({ key }) => key)),
    files: publicFiles(),
    entries: await entryLocales(
      db,
      links.flatMap(({ href }) => entryOf(href) ?? []),
    ),
  }
  return links.flatMap(({ href, locales, ...item }) => {
    const detail = deadAddress(href, locales, known)
    return detail === undefined ? [] : { ...item, detail }
  })
}

function entryOf(href: string): EntryLink | undefined {
  const link = siteLink(href)
  return link?.kind === 'entry' ? link.entry : undefined
}

/** The address that is dead: as typed, or the one in the only language where it is. */
function deadAddress(href: string, locales: Locale[] | null, { keys, files, entries }: Known): string | undefined {
  if (!href.startsWith('/')) return undefined
  const key = /^(?:\/mr)?\/title\/([^?#]*?)\/?(?:[?#]|$)/.exec(href)?.[1]
  if (key !== undefined) return keys.has(decoded(key)) ? undefined : href
  const link = siteLink(href)
  if (!link || (link.kind === 'file' && !files.has(link.file))) return href
  if (link.kind !== 'entry') return undefined
  const shownIn = LOCALES.filter((locale) => locales?.includes(locale) ?? locale === link.locale)
  const dead = shownIn.filter((locale) => !entries(link.entry).includes(locale))
  const [first] = dead
  if (!first) return undefined
  return dead.length === shownIn.length ? href : linkPath(link, first)
}

/** Files that are published as they are. */
function publicFiles(): Set<string> {
  const folder = fileURLToPath(new URL('../../../../public', import.meta.url))
  return new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))
}

/** As typed when a `%` stands for nothing: no key has one. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
