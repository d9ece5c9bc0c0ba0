import { isDeepStrictEqual } from 'node:util'
import { DESK_PAGE } from '#contract/desk/list-fields.ts'
import type { Role } from '#contract/desk/staff/roles.ts'
import { noteAction } from '../../audit/audit-log.ts'
import { pageOf } from '../../db/pagination.ts'
import type { Row } from '../../db/row.ts'
import type { deskChanges } from '../../db/schema/desk.ts'
import type { StaffCaller } from '../../http/staff.ts'
import type { Failure } from '../../runtime/failure.ts'
import { inCatalog } from '../in-catalog.ts'
import type { Restorer, RestoreContext } from './restorer.ts'

type Columns = Row<typeof deskChanges>
type Restorers = Readonly<Record<string, Restorer>>
type Listed = Pick<Columns, 'id' | 'area' | 'action' | 'target' | 'label' | 'changed_at' | 'undone_at'> & {
  staff: string
}
/** Also in the table of retention. */
const LIFE = `interval '30 days'`

const mayUndo = (restorer: Restorer | undefined, role: Role): boolean =>
  restorer !== undefined && (role === 'owner' || restorer.roles.includes(role))

/** Only of areas that the role may change. */
export async function listChanges(
  { db, now }: Pick<RestoreContext, 'db' | 'now'>,
  restorers: Restorers,
  { role }: StaffCaller,
  { area, page }: { area?: string | undefined; page: number },
) {
  const areas = Object.keys(restorers).filter((name) => mayUndo(restorers[name], role) && (!area || name === area))
  const { rows, ...paged } = await pageOf<Listed>(
    db,
    `select c.id, c.area, c.action, c.target, c.label, c.changed_at, c.undone_at, s.name as staff
       from desk_changes c join staff s on s.id = c.staff_id
      where c.area = any($1) and c.changed_at > $2::timestamptz - ${LIFE}`,
    { page, limit: DESK_PAGE },
    [areas, now()],
  )
  const changes = rows.map(({ changed_at, undone_at, ...change }) => ({
    ...change,
    changed_at: changed_at.toISOString(),
    undone_at: undone_at?.toISOString() ?? null,
    can_undo: !undone_at,
  }))
  return { ...paged, changes }
}

type UndoFault = 'notFound' | 'changedMeanwhile' | 'alreadyUndone' | 'stepUp'

/** Refuses when the thing is no longer as the change left it: what somebody did since would be lost. */
export async function undoChange(
  context: RestoreContext,
  restorers: Restorers,
  staff: StaffCaller,
  id: number,
): Promise<object | Failure<UndoFault>> {
  const now = context.now()
  let restored: Restorer | undefined
  // With the lock of the catalog: between the comparison and the undo nobody else saves.
  const result = await inCatalog<object | Failure<UndoFault>>(context, async (inner) => {
    const [row] = await inner.query<Pick<Columns, 'area' | 'action' | 'target' | 'before' | 'after' | 'undone_at'>>(
      `select area, action, target, before, after, undone_at from desk_changes
        where id = $1 and changed_at > $2::timestamptz - ${LIFE} for update`,
      [id, now],
    )
    const restorer = row && restorers[row.area]
    if (!restorer || !mayUndo(restorer, staff.role)) return { fault: 'notFound' }
    if (restorer.stepUp && !staff.isSteppedUp) return { fault: 'stepUp' }
    if (row.undone_at) return { fault: 'alreadyUndone' }
    const own = { ...context, db: inner }
    const current: unknown = JSON.parse(JSON.stringify((await restorer.read(own, row)) ?? null))
    if (!isDeepStrictEqual(current, row.after)) return { fault: 'changedMeanwhile' }
    await restorer.write(own, row)
    await inner.query('update desk_changes set undone_at = $2 where id = $1', [id, now])
    const target = restorer.auditTarget?.(row) ?? row.target
    await noteAction(inner, now, `undo ${row.action}`, target, { change: id }, staff.name)
    restored = restorer
    return {}
  })
  await restored?.undone?.(context)
  return result
}
