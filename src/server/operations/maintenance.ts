import { readFile } from 'node:fs/promises'
import type { AppContext } from '../context.ts'
import { noteAction } from '../audit/audit-log.ts'

type Given = Pick<AppContext, 'db' | 'now'>
export type Maintenance = { isClosed: boolean; message: string; since: Date | null }

const KEY = 'maintenance'
const HOLDS_MS = 5_000

/** Every process of the shop knows it within five seconds. `message` is for who asks the operator: pages have words of their own. */
export async function closeForWork({ db, now }: Given, message = ''): Promise<void> {
  await db.transaction(async (inner) => {
    await inner.query(
      `insert into shop_state (key, value, updated_at) values ($1, $2, $3)
       on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
      [KEY, JSON.stringify({ message }), now()],
    )
    await noteAction(inner, now(), 'closed for work', 'shop', { message })
  })
}

/** False when it was open. */
export async function openAgain({ db, now }: Given): Promise<boolean> {
  return db.transaction(async (inner) => {
    const closed = await inner.query('delete from shop_state where key = $1 returning key', [KEY])
    if (closed.length > 0) await noteAction(inner, now(), 'opened again', 'shop')
    return closed.length > 0
  })
}

export async function maintenanceOf({ db }: Pick<Given, 'db'>): Promise<Maintenance> {
  const [row] = await db.query<{ message: string | null; since: Date }>(
    `select value->>'message' as message, updated_at as since from shop_state where key = $1`,
    [KEY],
    'maintenance',
  )
  return { isClosed: row !== undefined, message: row?.message ?? '', since: row?.since ?? null }
}

/** A file of one machine has the last word there; then what was said for all. Anything unreadable means open (SH-12). */
export function createIsClosed({ db, now }: Given, file: string): () => Promise<boolean> {
  let last: { at: number; closed: Promise<boolean> } | undefined
  const ask = () =>
    maintenanceOf({ db }).then(
      ({ isClosed }) => isClosed,
      () => false,
    )
  return async () => {
    const said = await sayOf(file)
    if (said !== undefined) return said
    const at = now().getTime()
    if (!last || Math.abs(at - last.at) >= HOLDS_MS) last = { at, closed: ask() }
    return last.closed
  }
}

async function sayOf(file: string): Promise<boolean | undefined> {
  const said = await readFile(file, 'utf8')
    .then((text) => JSON.parse(text)?.is_maintenance)
    .catch(() => undefined)
  return typeof said === 'boolean' ? said : undefined
}
