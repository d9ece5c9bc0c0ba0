import { userInfo } from 'node:os'
import type { AuditAction, AuditDetail } from '#contract/desk/staff/audit-actions.ts'
import type { Db } from '../db/connect.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'
import type { Row } from '../db/row.ts'
import type { operatorActions } from '../db/schema/audit.ts'

/** Who acts when it is not an operator. The target names them. */
export const LISTENER = 'the listener'
/** Who acts when a time has come. */
export const SHOP = 'the shop'

/** All other actions come from the command line of the server, where every operator should have an account of their own. */
const actor = (): string => `${accountName()} at the command line`

/** Whether a person at the desk may not have this name: the log would show their actions as those of somebody else. */
export const isActorName = (name: string): boolean =>
  [LISTENER, SHOP].includes(name.toLowerCase()) || / at the command line$/i.test(name)

let named: string | undefined

/** Of `--as`: a person who shares an account of the machine with others. */
export function actAs(name: string | undefined): void {
  named = name
}

/** The person behind `sudo`, and not the account that the command runs under. */
function accountName(): string {
  const person = named ?? process.env['SUDO_USER']
  try {
    const { username } = userInfo()
    return person && person !== username ? `${person} (as ${username})` : username
  } catch {
    // A user id without an entry in /etc/passwd.
    return person ?? 'somebody'
  }
}

type Action = Row<typeof operatorActions>

/** Logs an action of an operator, or a change that decides prices. Call it in the transaction of the change. */
export async function noteAction(
  inner: Db,
  now: Date,
  action: AuditAction,
  target: string,
  details: Partial<Record<AuditDetail, unknown>> = {},
  who: string = actor(),
): Promise<void> {
  await inner.query(
    'insert into operator_actions (done_at, who, action, target, details) values ($1, $2, $3, $4, $5)',
    [now, who, action, target, JSON.stringify(details)],
  )
}

export async function listActions({ db }: { db: Db }, slice: Slice): Promise<Paged<Action>> {
  return pageOf(db, 'select id, done_at, who, action, target, details from operator_actions', slice)
}

/** The newest actions before one, of a person and with a text in what was done. */
export async function actionsBefore(
  { db }: { db: Db },
  { who, q, before }: { who?: string | undefined; q?: string | undefined; before?: number | undefined },
  most: number,
): Promise<Action[]> {
  return db.query<Action>(
    `select id, done_at, who, action, target, details from operator_actions
      where ($1::bigint is null or id < $1) and ($2 = '' or strpos(lower(who), lower($2)) > 0)
        and ($3 = '' or strpos(lower(concat_ws(' ', action, target, details::text)), lower($3)) > 0)
      order by id desc limit $4`,
    [before ?? null, who?.trim() ?? '', q?.trim() ?? '', most],
  )
}
