import { readFile } from 'node:fs/promises'
import type { AppContext } from '../context.ts'
import type { Row } from '../db/row.ts'
import type { shopState } from '../db/schema/state.ts'
import { noteAction } from '../audit/audit-log.ts'

type Dependencies = Pick<AppContext, 'db' | 'now'>
type Maintenance = { isClosed: boolean; message: string; since: Date | null }

const KEY = 'maintenance'
const CACHE_MS = 5_000

/** Every process of the shop notices within five seconds. `message` is for operators: pages have their own text. */
export async function startMaintenance({ db, now }: Dependencies, message = ''): Promise<void> {
  await db.transaction(async (inner) => {
    await inner.query(
      `insert into shop_state (key, value, updated_at) values ($1, $2, $3)
       on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
      [KEY, JSON.stringify({ message }), now()],
    )
    await noteAction(inner, now(), 'closed for work', 'shop', { message })
  })
}

/** False when the shop was not in maintenance. */
export async function endMaintenance({ db, now }: Dependencies): Promise<boolean> {
  return db.transaction(async (inner) => {
    const closed = await inner.query('delete from shop_state where key = $1 returning key', [KEY])
    if (closed.length > 0) await noteAction(inner, now(), 'opened again', 'shop')
    return closed.length > 0
  })
}

export async function maintenanceOf({ db }: Pick<AppContext, 'db'>): Promise<Maintenance> {
  const [row] = await db.query<{ message: string | null; since: Row<typeof shopState>['updated_at'] }>(
    `select value->>'message' as message, updated_at as since from shop_state where key = $1`,
    [KEY],
    'maintenance',
  )
  return { isClosed: row !== undefined, message: row?.message ?? '', since: row?.since ?? null }
}

/** The file of a machine overrides the setting of the database. An unreadable source means open [SH-12]. */
export function createIsClosed({ db, now }: Dependencies, file: string): () => Promise<boolean> {
  let last: { at: number; closed: Promise<boolean> } | undefined
  const readDatabase = () =>
    maintenanceOf({ db }).then(
      ({ isClosed }) => isClosed,
      () => false,
    )
  return async () => {
    const closedByFile = await readFlag(file)
    if (closedByFile !== undefined) return closedByFile
    const at = now().getTime()
    if (!last || Math.abs(at - last.at) >= CACHE_MS) last = { at, closed: readDatabase() }
    return last.closed
  }
}

async function readFlag(file: string): Promise<boolean | undefined> {
  const flag = await readFile(file, 'utf8')
    .then((text) => JSON.parse(text)?.is_maintenance)
    .catch(() => undefined)
  return typeof flag === 'boolean' ? flag : undefined
}
