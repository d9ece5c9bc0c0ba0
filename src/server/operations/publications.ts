import { Client } from 'pg'
import { connectionOf, type Db, type Target } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { publishRequests } from '../db/schema/desk.ts'

/** The channel on which the desk announces a request. */
const CHANNEL = 'publish_requests'
const KEY = 'publications'

export type PublishRequest = Row<typeof publishRequests>
/** What a process that publishes reports of its pages. `revision`: of the changes that they show. */
export type Publications = {
  at: string
  isRunning: boolean
  publications: { id: string; pages: number; titles: number; isServed: boolean }[]
  revision?: string | undefined
  publishedAt?: string | undefined
  failure?: { at: string; text: string } | undefined
}

export async function askToPublish(
  inner: Db,
  { kind, publication, who, now }: { kind: PublishRequest['kind']; publication?: string; who: string; now: Date },
): Promise<void> {
  await inner.query('insert into publish_requests (kind, publication, asked_by, asked_at) values ($1, $2, $3, $4)', [
    ...[kind, publication ?? null, who, now],
  ])
  await inner.query(`select pg_notify('${CHANNEL}', '')`)
}

/** The oldest request that waits; of several processes one gets it. */
export async function takeRequest(db: Db, now: Date): Promise<PublishRequest | undefined> {
  const [request] = await db.query<PublishRequest>(
    `update publish_requests set started_at = $1 where id = (
       select id from publish_requests where started_at is null and ended_at is null order by id limit 1 for update skip locked)
     returning *`,
    [now],
  )
  return request
}

export async function endRequest(db: Db, id: number, now: Date, problem?: string): Promise<void> {
  await db.query('update publish_requests set ended_at = $2, problem = $3 where id = $1', [id, now, problem ?? null])
}

/** Requests of a process that was killed meanwhile are not run again: somebody may have decided otherwise. */
export async function forgetRequests(db: Db, now: Date): Promise<void> {
  await db.query(
    `update publish_requests set ended_at = $1, problem = 'stopped' where ended_at is null and started_at < $1::timestamptz - interval '30 minutes'`,
    [now],
  )
  await db.query(`delete from publish_requests where asked_at < $1::timestamptz - interval '30 days'`, [now])
}

export const lastRequests = (db: Db): Promise<PublishRequest[]> =>
  db.query<PublishRequest>('select * from publish_requests order by id desc limit 10')

/** Changes a part of the report; it also says that somebody is there. */
export async function reportPublications(db: Db, part: Partial<Publications>): Promise<void> {
  await db.query(
    `insert into shop_state as s (key, value, updated_at) values ($1, $2, now())
     on conflict (key) do update set value = s.value || excluded.value, updated_at = excluded.updated_at`,
    [KEY, JSON.stringify(part)],
  )
}

export async function readPublications(db: Db): Promise<Publications | undefined> {
  const [row] = await db.query<{ value: Publications }>('select value from shop_state where key = $1', [KEY])
  return row?.value
}

/** Ends with the next request, with the connection, or after this time. */
export async function awaitRequest(target: Target, milliseconds: number, signal?: AbortSignal): Promise<void> {
  const client = new Client({ ...connectionOf(target), application_name: 'shop publish' })
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  client.on('error', () => resolve())
  client.on('notification', () => resolve())
  signal?.addEventListener('abort', () => resolve(), { once: true })
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    if (!signal?.aborted) await promise
  } finally {
    clearTimeout(timer)
    await client.end().catch(() => undefined)
  }
}
