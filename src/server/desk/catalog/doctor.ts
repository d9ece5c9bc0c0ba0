import type { DoctorReport, Finding } from '#contract/desk/catalog/catalog.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { changeCatalog } from '../../db/upsert.ts'
import { titlesWithGap } from '../../operations/catalog-report.ts'
import type { Failure } from '../../runtime/failure.ts'
import { deadLinks } from './dead-links.ts'

type Report = Omit<DoctorReport, 'status'>
type Found = DoctorReport['findings'][number]
type Item = Found['items'][number]
type ItemRow = Item & { count: number }

const SHOWN = 100
const TITLE_NAME = (title: string) =>
  `coalesce(${title}.translations->'en'->>'name', ${title}.translations->'mr'->>'name', ${title}.key)`
const TITLE = `'title' as kind, p.id, p.key, ${TITLE_NAME('p')} as name`
const COUNTED = 'count(*) over () as count'
const AUTHORS = (title: string) =>
  `(select array_agg(person_id order by person_id) from product_people where product_id = ${title}.id and role = 'author')`

/** Findings that look at more than one title by itself. */
const STATEMENTS: Partial<Record<Finding, string>> = {
  double: `select ${TITLE}, ${TITLE_NAME('o')} || ' (' || o.key || ')' as detail, ${COUNTED}
    from products p join products o on o.id < p.id and o.status = 'published' and lower(${TITLE_NAME('o')}) = lower(${TITLE_NAME('p')})
      and ${AUTHORS('o')} is not distinct from ${AUTHORS('p')}
    where p.status = 'published' order by p.id limit $1`,
  sameSound: `select distinct on (p.id) ${TITLE}, ${TITLE_NAME('o')} || ' (' || o.key || ')' as detail, ${COUNTED}
    from products p join current_tracks t on t.product_id = p.id join current_tracks u on u.audio_id = t.audio_id and u.product_id < p.id
      join products o on o.id = u.product_id and o.status = 'published'
    where p.status = 'published' order by p.id limit $1`,
  trackOrder: `select ${TITLE}, null as detail, ${COUNTED} from products p
    where p.status = 'published' and exists (select 1 from (select position, row_number() over (order by position, id) as place
      from current_tracks where product_id = p.id) t where t.position <> t.place - ${'$2::int'})
    order by p.id limit $1`,
  emptyCategory: `select 'category' as kind, c.id, c.key, c.name, null as detail, ${COUNTED} from categories c
    where not exists (select 1 from product_categories l join products p on p.id = l.product_id where l.category_id = c.id)
    order by c.id limit $1`,
  categoryName: `select 'category' as kind, c.id, c.key, c.name, null as detail, ${COUNTED} from categories c
    where not c.translations ?& array['en', 'mr'] and exists (select from product_categories l where l.category_id = c.id)
    order by c.id limit $1`,
  personName: `select 'person' as kind, n.id, n.key, n.name, null as detail, ${COUNTED} from people n
    where not n.translations ?& array['en', 'mr']
      and exists (select from product_people l join products p on p.id = l.product_id where l.person_id = n.id and p.status = 'published')
    order by n.id limit $1`,
}
const SURVEYS = Object.keys(STATEMENTS) as Finding[]

/** What is missing or wrong, the published titles first. */
export async function examineCatalog(db: Db): Promise<Report> {
  const { titles, gaps } = await titlesWithGap(db, SHOWN)
  const findings: Found[] = gaps.map(({ gap, count, rows }) => ({
    finding: gap,
    count,
    can_fix: false,
    items: rows.map((row) => ({ kind: 'title' as const, detail: null, ...row })),
  }))
  for (const finding of SURVEYS) {
    const rows = await db.query<ItemRow>(
      STATEMENTS[finding] ?? '',
      finding === 'trackOrder' ? [SHOWN, await firstPlace(db)] : [SHOWN],
    )
    const items = rows.map(({ kind, id, key, name, detail }) => ({ kind, id, key, name, detail }))
    findings.push({
      finding,
      count: rows[0]?.count ?? 0,
      can_fix: finding === 'trackOrder' || finding === 'emptyCategory',
      items,
    })
  }
  const links = await deadLinks(db)
  findings.push({ finding: 'deadLink', count: links.length, can_fix: false, items: links.slice(0, SHOWN) })
  return {
    titles,
    findings: await withNames(
      db,
      findings.filter(({ count }) => count > 0),
    ),
  }
}

const NAMED = { title: 'products', category: 'categories', person: 'people' } as const

/** The names in both languages, read once for each kind. */
async function withNames(db: Db, findings: Found[]): Promise<Found[]> {
  const names = new Map<string, Item['names']>()
  for (const kind of ['title', 'category', 'person'] as const) {
    const ids = findings.flatMap(({ items }) => items.flatMap((item) => (item.kind === kind ? item.id : [])))
    const rows = await db.query<{ id: number; names: NonNullable<Item['names']> }>(
      `select id, jsonb_strip_nulls(jsonb_build_object('en', translations->'en'->>'name', 'mr', translations->'mr'->>'name')) as names
       from ${NAMED[kind]} where id = any($1)`,
      [ids],
    )
    rows.forEach((row) => names.set(`${kind} ${row.id}`, row.names))
  }
  const named = (item: Item): Item => {
    const own = names.get(`${item.kind} ${item.id}`)
    return { ...item, ...(own && { names: own }) }
  }
  return findings.map((found) => ({ ...found, items: found.items.map(named) }))
}

/** How much less than its place a position is: the import counts tracks from 0 or from 1. */
async function firstPlace(db: Db): Promise<number> {
  const [row] = await db.query<{ first: number | null }>(
    'select mode() within group (order by first) as first from (select min(position) as first from current_tracks group by product_id) t',
  )
  return row?.first === 0 ? 1 : 0
}

/** Numbers the tracks of a title anew in their order, or removes a category without titles. */
export async function fixFinding(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { finding, id }: { finding: 'trackOrder' | 'emptyCategory'; id: number },
  staff: string,
): Promise<Report | Failure<'notFound'>> {
  const at = now()
  const changed = await changeCatalog(db, at, async (inner) => {
    const rows = finding === 'trackOrder' ? await renumber(inner, id) : await removeCategory(inner, id)
    if (rows > 0) await noteAction(inner, at, 'fix', `${finding} ${id}`, { rows }, staff)
    return rows
  })
  return changed > 0 ? examineCatalog(db) : { fault: 'notFound' }
}

async function renumber(inner: Db, id: number): Promise<number> {
  const rows = await inner.query(
    `update tracks t set position = n.place - $2 from
       (select id, row_number() over (order by position, id) as place from current_tracks where product_id = $1) n
     where t.id = n.id returning 1`,
    [id, await firstPlace(inner)],
  )
  return rows.length
}

async function removeCategory(inner: Db, id: number): Promise<number> {
  const rows = await inner.query(
    `delete from categories c where c.id = $1 and not exists (select 1 from product_categories l where l.category_id = c.id) returning 1`,
    [id],
  )
  return rows.length
}
