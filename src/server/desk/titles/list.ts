import { DESK_PAGE } from '#contract/desk/list-fields.ts'
import { TITLE_GAPS, TITLE_STATES, type TitleGap } from '#contract/desk/titles/title-edit.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import { nameText } from '#contract/search/name-match.ts'
import { plainLine } from '#contract/text/plain-text.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { placeOf } from '../../db/pagination.ts'
import { GAP_CONDITIONS } from '../../operations/catalog-report.ts'
import { STATE } from '../../operations/manage-titles.ts'
import { IS_NEEDED, TRASH_END } from '../history/empty-trash.ts'

type Asked = InputOf<typeof endpoints.deskTitles>
type List = Omit<ReplyOf<typeof endpoints.deskTitles>, 'status'>
type Listed = List['titles'][number]
type Condition = (value: (parameter: unknown) => string) => string

const NAMES = (of: string) =>
  `jsonb_strip_nulls(jsonb_build_object('en', ${of}.translations->'en'->>'name', 'mr', ${of}.translations->'mr'->>'name'))`
const GAPS = `array_remove(array[${TITLE_GAPS.map((gap) => `case when ${GAP_CONDITIONS[gap]} then '${gap}' end`).join(', ')}], null)`

/** SQL: what the title `p` lacks, as `text[]`. */
export const gapsOf = async (db: Db, id: number): Promise<TitleGap[]> =>
  (await db.query<{ gaps: TitleGap[] }>(`select ${GAPS} as gaps from products p where p.id = $1`, [id]))[0]?.gaps ?? []

const COLUMNS = `p.id, p.key, ${NAMES('p')} as names, p.audio_type as type, coalesce(p.spoken_tag, p.spoken) as spoken, ${STATE} as state,
  p.published, p.price_inr, p.price_usd, p.is_free, p.track_count as tracks, p.total_seconds as seconds, ${GAPS} as gaps,
  case when p.trashed_at is not null then jsonb_build_object('until', ${TRASH_END}, 'stays', ${IS_NEEDED}) end as trash,
  (select m.path || '-' || m.widths[1] from media_files m where m.id = p.cover_id) as cover,
  (select coalesce(jsonb_agg(${NAMES('e')} order by l.position), '[]') from product_people l join people e on e.id = l.person_id
    where l.product_id = p.id and l.role = 'author') as authors`

/** The last changed first. Without a state the trash is left out. */
export async function listTitles(
  { db }: Pick<AppContext, 'db'>,
  { q = '', state, type, language, gap, page }: Asked,
): Promise<List> {
  const values: unknown[] = []
  const value = (parameter: unknown): string => `$${values.push(parameter)}`
  const conditions: Condition[] = [
    () => (state ? `${STATE} = ${value(state)}` : `withheld is distinct from 'trash'`),
    ...(type ? [() => `p.audio_type = ${value(type)}`] : []),
    ...(language ? [() => `p.spoken = ${value(language)}`] : []),
    ...(gap ? [() => GAP_CONDITIONS[gap]] : []),
    ...(plainLine(q) ? [() => nameCondition(plainLine(q), value)] : []),
  ]
  const where = conditions.map((condition) => `(${condition(value)})`).join(' and ')
  const [count] = await db.query<{ total: number }>(`select count(*) as total from products p where ${where}`, values)
  const total = count?.total ?? 0
  const { offset, ...place } = placeOf(total, { page, limit: DESK_PAGE })
  const titles = await db.query<Listed>(
    `select ${COLUMNS} from products p where ${where} order by p.updated_at desc, p.id desc limit ${DESK_PAGE} offset ${offset}`,
    values,
  )
  return { total, ...place, states: await countStates(db), titles }
}

/** Each word of a name of the title or its people as it sounds in either script, or a part of a name or key as it is written. */
function nameCondition(text: string, value: (parameter: unknown) => string): string {
  const like = value(`%${text.replace(/[\\%_]/g, '\\$&')}%`)
  const words = nameText(text)
    .words.slice(0, 6)
    .map(({ spellings, keys }) => `p.search_keys && ${value([...spellings, ...keys])}::text[]`)
  const written = [
    `p.key ilike ${like}`,
    `p.translations->'en'->>'name' ilike ${like}`,
    `p.translations->'mr'->>'name' ilike ${like}`,
  ]
  return [...written, ...(words.length > 0 ? [words.join(' and ')] : [])].map((part) => `(${part})`).join(' or ')
}

async function countStates(db: Db): Promise<List['states']> {
  const rows = await db.query<{ state: string; count: number }>(
    `select ${STATE} as state, count(*) as count from products group by 1`,
  )
  const counts = TITLE_STATES.map((state) => [state, rows.find((row) => row.state === state)?.count ?? 0] as const)
  return Object.fromEntries(counts) as List['states']
}
