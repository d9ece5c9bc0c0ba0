import type { Role } from '#contract/desk/staff/roles.ts'
import type { AppContext } from '../../context.ts'

/** One remembered change. `target`, `before` and `after` are what `rememberChange` got. */
type Remembered = { target: string; before: unknown; after: unknown }
export type RestoreContext = Pick<AppContext, 'db' | 'media' | 'now'>

/** How an area takes a change back. Both run in the transaction of the undo: `context.db` is that transaction. */
export type Restorer = {
  /** Besides the owner. */
  roles: readonly Role[]
  /** The second factor must have been given within the last minutes, as for the saves of the area. */
  stepUp?: boolean
  /** What the shop has now, in the form that was remembered as `after`. */
  read(context: RestoreContext, change: Remembered): Promise<unknown>
  /** Writes `before`. */
  write(context: RestoreContext, change: Remembered): Promise<void>
  /** What the audit log calls it, where `target` names more than one thing. */
  auditTarget?(change: Remembered): string
  /** After the transaction of the undo. */
  undone?(context: RestoreContext): Promise<void>
}
