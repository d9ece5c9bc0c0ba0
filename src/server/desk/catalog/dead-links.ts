import type { DoctorReport } from '#contract/desk/catalog/catalog.ts'
import { menuSlugs } from '#i18n/paths.ts'
import type { Db } from '../../db/connect.ts'

type Item = DoctorReport['findings'][number]['items'][number]
type LinkRow = Pick<Item, 'kind' | 'id' | 'key' | 'name'> & { href: string }

/** Titles by key and by id, so that no link costs a question of its own. */
type Known = { keys: Set<string>; ids: Set<number>; pages: Set<string> }

/** Links of banners and addresses of this shop in texts that lead to no page. Other sites are not asked. */
export async function deadLinks(db: Db): Promise<Item[]> {
  const titles = await db.query<{ id: number; key: string }>(`select id, key from products where status = 'published'`)
  const known = {
    keys: new Set(titles.map(({ key }) => key)),
    ids: new Set(titles.map(({ id }) => id)),
    pages: new Set(menuSlugs().map((slug) => (slug === 'home' ? '/' : `/${slug}/`))),
  }
  const links = await db.query<LinkRow>(
    `select 'text' as kind, id, 'banners/' || key as key, coalesce(translations->'en'->>'name', translations->'mr'->>'name', key) as name, href from banners
     union all select 'text', id, 'texts/' || key, key, (regexp_matches(translations::text, 'href=\\\\"([^"\\\\]+)', 'g'))[1] from site_texts
     union all select 'text', q.id, 'faq/' || t.key, coalesce(q.que->'en'->>'name', q.que->'mr'->>'name', t.key), (regexp_matches(q.ans::text, 'href=\\\\"([^"\\\\]+)', 'g'))[1]
       from faq_queries q join faq_topics t on t.id = q.topic_id`,
  )
  return links.filter(({ href }) => isDead(href, known)).map(({ href, ...item }) => ({ ...item, detail: href }))
}

function isDead(href: string, { keys, ids, pages }: Known): boolean {
  if (!href.startsWith('/')) return false
  const [typed = ''] = href.replace(/^\/mr(?=\/)/, '').split(/[?#]/)
  // The web server adds the final slash.
  const path = typed.endsWith('/') ? typed : `${typed}/`
  if (path.startsWith('/title/')) return !keys.has(decoded(path.slice('/title/'.length).replace(/\/$/, '')))
  const id = /^\/(?:product|course|[\w-]*-?details?)\/(\d+)\//.exec(path)?.[1]
  if (id) return !ids.has(Number(id))
  return path.split('/').length <= 3 && !pages.has(path)
}

/** As typed when a `%` stands for nothing: no key has one. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
