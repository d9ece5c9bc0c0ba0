import type { DoctorReport, Finding } from '#contract/desk/catalog.ts'
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
    from products p join tracks t on t.product_id = p.id join tracks u on u.audio_id = t.audio_id and u.product_id < p.id
      join products o on o.id = u.product_id and o.status = 'published'
    where p.status = 'published' order by p.id limit $1`,
  trackOrder: `select ${TITLE}, null as detail, ${COUNTED} from products p
    where p.status = 'published' and exists (select 1 from (select position, row_number() over (order by position, id) as place
      from tracks where product_id = p.id) t where t.position <> t.place - ${'$2::int'})
    order by p.id limit $1`,
  emptyCategory: `select 'category' as kind, c.id, c.key, c.name, null as detail, ${COUNTED} from categories c
    where not exists (select 1 from product_categories l join products p on p.id = l.product_id where l.category_id = c.id)
    order by c.id limit $1`,
}

/** What is missing or wrong, the published titles first. */
export async function examineCatalog(db: Db): Promise<Report> {
  const { titles, gaps } = await titlesWithGap(db, SHOWN)
  const findings: Found[] = gaps.map(({ gap, count, rows }) => ({
    finding: gap,
    count,
    can_fix: false,
    items: rows.map((row) => ({ kind: 'title' as const, detail: null, ...row })),
  }))
  for (const finding of ['double', 'sameSound', 'trackOrder', 'emptyCategory'] as const) {
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
  return { titles, findings: findings.filter(({ count }) => count > 0) }
}

/** How much less than its place a position is: the import counts tracks from 0 or from 1. */
async function firstPlace(db: Db): Promise<number> {
  const [row] = await db.query<{ first: number | null }>(
    'select mode() within group (order by first) as first from (select min(position) as first from tracks group by product_id) t',
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

/** In two steps: a position is unique among the tracks of a title. */
async function renumber(inner: Db, id: number): Promise<number> {
  const first = await firstPlace(inner)
  await inner.query('update tracks set position = -1 - position - 1000000 where product_id = $1', [id])
  const rows = await inner.query(
    `update tracks t set position = n.place - $2 from (select id, row_number() over (order by position desc, id) as place from tracks where product_id = $1) n
     where t.id = n.id returning 1`,
    [id, first],
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
