import type { AppContext } from '../context.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'
import { noteAction } from '../audit/audit-log.ts'

type Given = Pick<AppContext, 'db' | 'now'>
type Due = {
  id: number
  state: string
  due_at: Date
  act_at: Date
  gateway: string
  mandate: string | null
  email: string | null
}

const KEY = 'paused'

/** Then the worker asks no gateway for anything: scripts/deploy/restore.sh sets it, as nobody knows yet what was debited since the backup. */
export async function isPaused({ db }: Pick<Given, 'db'>): Promise<boolean> {
  return (await db.query('select 1 from shop_state where key = $1', [KEY], 'paused')).length > 0
}

export async function pausePayments({ db, now }: Given): Promise<void> {
  await db.transaction(async (inner) => {
    await inner.query(
      `insert into shop_state (key, value, updated_at) values ($1, '{}', $2) on conflict (key) do nothing`,
      [KEY, now()],
    )
    await noteAction(inner, now(), 'payments paused', 'shop')
  })
}

/** False when they were not paused. */
export async function resumePayments({ db, now }: Given): Promise<boolean> {
  return db.transaction(async (inner) => {
    const paused = await inner.query('delete from shop_state where key = $1 returning key', [KEY])
    if (paused.length > 0) await noteAction(inner, now(), 'payments resumed', 'shop')
    return paused.length > 0
  })
}

export async function pauseOf({ db }: Pick<Given, 'db'>): Promise<{
  paused_since: Date | null
  last_invoice: string | null
  last_credit_note: string | null
}> {
  const [row] = await db.query<Awaited<ReturnType<typeof pauseOf>>>(
    `select (select updated_at from shop_state where key = $1) as paused_since,
       (select number from invoices where kind = 'I' order by id desc limit 1) as last_invoice,
       (select number from invoices where kind = 'C' order by id desc limit 1) as last_credit_note`,
    [KEY],
  )
  if (!row) throw new Error('no row')
  return row
}

/** Renewals under way. One that is being debited is asked about by its own key before anything else: only the others could be debited twice. */
export async function listDue({ db }: Pick<Given, 'db'>, slice: Slice): Promise<Paged<Due>> {
  const columns = 'p.id, p.state, p.due_at, p.act_at, m.gateway, m.gateway_mandate as mandate, u.email'
  const tables = 'renewal_periods p join mandates m on m.id = p.mandate_id left join users u on u.id = m.user_id'
  return pageOf(
    db,
    `select * from (select ${columns} from ${tables} where p.state in ('waiting','noticed','debiting')) due`,
    slice,
  )
}

/** Whether there was a renewal that could be left out: the gateway has debited it already, as its own pages tell. */
export async function dropDue({ db, now }: Given, id: number): Promise<boolean> {
  return db.transaction(async (inner) => {
    const dropped = await inner.query(
      `update renewal_periods set state = 'dropped' where id = $1 and state in ('waiting','noticed') returning id`,
      [id],
    )
    if (dropped.length > 0) await noteAction(inner, now(), 'renewal dropped', `renewal ${id}`)
    return dropped.length > 0
  })
}

const NUMBER = /^([IC])(\d{4})(\d{2})\/(\d{6})$/

/** The next paper gets the number after this one, unless a later one was issued here. False: it is no number of ours. */
export async function continueAfter({ db, now }: Given, number: string): Promise<boolean> {
  const [, kind, begins, ends, last] = NUMBER.exec(number) ?? []
  if (!kind) return false
  await db.transaction(async (inner) => {
    await inner.query(
      `insert into invoice_counters as c (kind, year, last) values ($1, $2, $3) on conflict (kind, year) do update set last = greatest(c.last, excluded.last)`,
      [kind, `${begins}-${ends}`, Number(last)],
    )
    await noteAction(inner, now(), 'papers go on after', number)
  })
  return true
}
