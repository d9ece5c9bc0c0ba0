import { userInfo } from 'node:os'
import type { Db } from '../db/connect.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'

/** There is one way to decide by hand: the command line of the shop's machine, where everybody should have a name of their own. */
const who = (): string => `${accountName()} at the command line`

/** An account without an entry in the machine's list has no name. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return 'somebody'
  }
}

export type Action = {
  id: number
  done_at: Date
  who: string
  action: string
  target: string
  details: Record<string, unknown>
}

/** In the transaction of what was decided. */
export async function noteAction(
  inner: Db,
  now: Date,
  action: string,
  target: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await inner.query(
    'insert into operator_actions (done_at, who, action, target, details) values ($1, $2, $3, $4, $5)',
    [now, who(), action, target, JSON.stringify(details)],
  )
}

export async function listActions({ db }: { db: Db }, slice: Slice): Promise<Paged<Action>> {
  return pageOf(db, 'select id, done_at, who, action, target, details from operator_actions', slice)
}
