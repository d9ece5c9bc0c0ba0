import { atom, computed } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { mayEnter, type Area } from '#contract/desk/staff/areas.ts'
import type { Role } from '#contract/desk/staff/roles.ts'
import { deskMe, deskSignOut } from '#contract/desk/staff/staff.ts'

type StaffState =
  | { state: 'unknown' }
  | { state: 'signedOut' }
  | { state: 'here'; name: string; email: string; role: Role }
  | { state: 'failed'; fault: string }

/** Who is at the desk. Unknown until the server has said it. */
export const $staff = atom<StaffState>({ state: 'unknown' })
export const $role = computed($staff, (staff) => (staff.state === 'here' ? staff.role : undefined))

let asking: Promise<void> | undefined

/** Asks the server who is here: once, however many parts of a page want to know. Again for the button of a failure. */
export function openDesk(): Promise<void> {
  if ($staff.get().state === 'here') return Promise.resolve()
  asking ??= ask().finally(() => (asking = undefined))
  return asking
}

async function ask(): Promise<void> {
  $staff.set({ state: 'unknown' })
  const result = await call(deskMe, {})
  if (result.ok) return setStaff(result.value)
  $staff.set(result.fault === 'signedOut' ? { state: 'signedOut' } : { state: 'failed', fault: result.fault })
}

export function setStaff({ name, email, role }: { name: string; email: string; role: Role }): void {
  $staff.set({ state: 'here', name, email, role })
}

/** Whether the person may open an area; no while nobody is here. */
export function isAllowed(staff: StaffState, area: Area): boolean {
  return staff.state === 'here' && mayEnter(staff.role, area)
}

/** Returns whether the server ended the session: only then the page may say so. */
export async function signOutOfDesk(): Promise<boolean> {
  const result = await call(deskSignOut, {})
  if (!result.ok && result.fault !== 'signedOut') return false
  $staff.set({ state: 'signedOut' })
  return true
}
