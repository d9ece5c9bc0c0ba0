import type { Db } from '../../db/connect.ts'
import type { StaffCaller } from '../../http/staff.ts'

type Change = {
  staff: Pick<StaffCaller, 'staffId'>
  /** A key of `RESTORERS`. */
  area: string
  /** As in the audit log. */
  action: string
  target: string
  /** The name of the target, for people. */
  label?: string
  /** `null`: it did not exist. */
  before: unknown
  /** `null`: it is gone. */
  after: unknown
}

/**
 * Remembers what a change of the desk replaced, so that it can be undone for 30 days. Call it in the transaction of the
 * change, beside `noteAction`. Never remember money or the data of a listener: erasing an account does not look here.
 */
export async function rememberChange(
  inner: Db,
  now: Date,
  { staff, area, action, target, label = '', before, after }: Change,
): Promise<number> {
  const [row] = await inner.query<{ id: number }>(
    `insert into desk_changes (staff_id, area, action, target, label, before, after, changed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [staff.staffId, area, action, target, label, JSON.stringify(before), JSON.stringify(after), now],
  )
  if (!row) throw new Error('the change was not stored')
  return row.id
}
