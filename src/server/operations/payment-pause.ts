import { DOCUMENTS } from '../orders/records/document-lines.ts'
import { readNumber } from '../orders/serial-numbers.ts'
import type { AppContext } from '../context.ts'
import type { Row } from '../db/row.ts'
import type { users } from '../db/schema/accounts.ts'
import type { mandates, renewalPeriods } from '../db/schema/orders/renewals.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'
import { noteAction } from '../audit/audit-log.ts'
import { MAILS_HELD } from './due-mails.ts'

type Dependencies = Pick<AppContext, 'db' | 'now'>
type DueRenewal = Pick<Row<typeof renewalPeriods>, 'id' | 'state' | 'due_at' | 'act_at'> &
  Pick<Row<typeof mandates>, 'gateway'> & {
    mandate: Row<typeof mandates>['gateway_mandate']
    email: Row<typeof users>['email']
  }

const KEY = 'paused'

/** While it is true the worker sends nothing to a gateway. `scripts/deploy/restore.sh` sets it: a restored database does not know the debits since its backup. */
export async function isPaused({ db }: Pick<AppContext, 'db'>): Promise<boolean> {
  return (await db.query('select 1 from shop_state where key = $1', [KEY], 'paused')).length > 0
}

export async function pausePayments({ db, now }: Dependencies): Promise<void> {
  await db.transaction(async (inner) => {
    await inner.query(
      `insert into shop_state (key, value, updated_at) values ($1, '{}', $2) on conflict (key) do nothing`,
      [KEY, now()],
    )
    await noteAction(inner, now(), 'payments paused', 'shop')
  })
}

/** Also lets due mails go that a restore held back. False when nothing was paused. */
export async function resumePayments({ db, now }: Dependencies): Promise<boolean> {
  return db.transaction(async (inner) => {
    const paused = await inner.query('delete from shop_state where key = any($1) returning key', [[KEY, MAILS_HELD]])
    if (paused.length > 0) await noteAction(inner, now(), 'payments resumed', 'shop')
    return paused.length > 0
  })
}

/** SQL: the number that was issued last. Numbers of one moment follow each other, whatever their prefix. */
const LAST = (sign: string): string =>
  `(select number from (${DOCUMENTS}) d where sign = ${sign} order by issued_at desc, right(number, 6) desc limit 1)`

export async function pauseOf({ db }: Pick<AppContext, 'db'>): Promise<{
  paused_since: Date | null
  last_invoice: string | null
  last_credit_note: string | null
}> {
  const [row] = await db.query<Awaited<ReturnType<typeof pauseOf>>>(
    `select (select updated_at from shop_state where key = $1) as paused_since,
       ${LAST('1')} as last_invoice, ${LAST('-1')} as last_credit_note`,
    [KEY],
  )
  if (!row) throw new Error('the query of the pause returned no row')
  return row
}

/** Renewals in progress. A period in `debiting` is safe, because its status is fetched by its key first: only the others could be debited twice. */
export async function listDueRenewals({ db }: Pick<AppContext, 'db'>, slice: Slice): Promise<Paged<DueRenewal>> {
  const columns = 'p.id, p.state, p.due_at, p.act_at, m.gateway, m.gateway_mandate as mandate, u.email'
  const tables = 'renewal_periods p join mandates m on m.id = p.mandate_id left join users u on u.id = m.user_id'
  return pageOf(
    db,
    `select * from (select ${columns} from ${tables} where p.state in ('waiting','noticed','debiting')) due`,
    slice,
  )
}

/** Skips a renewal that the gateway has debited already. False: there is no such renewal, or its debit has begun. */
export async function skipRenewal({ db, now }: Dependencies, id: number): Promise<boolean> {
  return db.transaction(async (inner) => {
    const dropped = await inner.query(
      `update renewal_periods set state = 'dropped' where id = $1 and state in ('waiting','noticed') returning id`,
      [id],
    )
    if (dropped.length > 0) await noteAction(inner, now(), 'renewal dropped', `renewal ${id}`)
    return dropped.length > 0
  })
}

/** Continues the numbers of invoices or credit notes after this one, unless a later one is stored. False: the format is wrong. */
export async function continueNumbersAfter({ db, now }: Dependencies, number: string): Promise<boolean> {
  const read = readNumber(number)
  if (!read) return false
  await db.transaction(async (inner) => {
    await inner.query(
      `insert into invoice_counters as c (kind, year, last) values ($1, $2, $3) on conflict (kind, year) do update set last = greatest(c.last, excluded.last)`,
      [read.kind, read.year, read.last],
    )
    await noteAction(inner, now(), 'papers go on after', number)
  })
  return true
}
