import { array, boolean, integer, nullable, object, optional, size, string, type } from 'superstruct'
import { endpoint } from '../http/endpoint.ts'
import { Id, status } from '../fields/wire-fields.ts'
import { listInput, listReply } from './list-fields.ts'

export const deskChanges = endpoint({
  auth: 'staff',
  method: 'GET',
  path: '/api/desk/changes/',
  input: object({ area: optional(size(string(), 1, 40)), page: listInput.page }),
  reply: type({
    status,
    ...listReply,
    changes: array(
      type({
        id: integer(),
        area: string(),
        action: string(),
        target: string(),
        label: string(),
        staff: string(),
        changed_at: string(),
        undone_at: nullable(string()),
        /** The role of the caller may undo it, and nobody has. */
        can_undo: boolean(),
      }),
    ),
  }),
  summary: 'Changes of the last 30 days in the areas of the role, newest first',
})
/**
 * Refused with `changedMeanwhile` when somebody changed the same thing after it: that change has to be undone first. Needs the
 * second factor again where a save of the same area does.
 */
export const deskUndo = endpoint({
  auth: 'staff',
  method: 'POST',
  path: '/api/desk/changes/:id/undo/',
  input: object({ id: Id }),
  reply: type({ status }),
  faults: ['notFound', 'changedMeanwhile', 'alreadyUndone'],
  summary: 'Undo a change of the last 30 days',
})
