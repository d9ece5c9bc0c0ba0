import {
  deskAudit,
  deskChangeRole,
  deskEndStaff,
  deskInvite,
  deskResetFactor,
  deskStaff,
} from '#contract/desk/staff/members.ts'
import type { Done, Member } from '#contract/desk/staff/members.ts'
import type { Role } from '#contract/desk/staff/roles.ts'
import { Email } from '#contract/fields/fields.ts'
import type { Locale } from '#contract/text/locale.ts'
import { object, string } from 'superstruct'
import { createForm } from '../form.ts'
import { deskCall } from './call.ts'
import { createLoadable } from './loadable.ts'

export const members = createLoadable<readonly Member[], []>(async (signal) => {
  const result = await deskCall(deskStaff, {}, signal)
  return result.ok ? { ok: true, value: result.value.data } : result
})

export const inviteForm = createForm(
  object({ email: Email, role: string(), locale: string() }),
  { email: '', role: 'editor', locale: 'en' },
  async ({ email, role, locale }) => {
    const result = await deskCall(deskInvite, { email, role: role as Role, locale: locale as Locale })
    if (result.ok) await members.load()
    return !result.ok && result.fault === 'exists' ? { ...result, fields: { email: 'exists' } } : result
  },
)

/** What an owner does with a person; returns the fault. */
export async function actOnPerson(action: 'end' | 'reset', id: number): Promise<string | undefined> {
  const result = await deskCall(action === 'end' ? deskEndStaff : deskResetFactor, { id })
  if (!result.ok) return result.fault
  await members.load()
  return undefined
}

export async function giveRole(id: number, role: Role): Promise<string | undefined> {
  const result = await deskCall(deskChangeRole, { id, role })
  await members.load()
  return result.ok ? undefined : result.fault
}

type Audit = { data: readonly Done[]; hasMore: boolean }
type Filter = { who: string; q: string }

export const audit = createLoadable<Audit, [Filter]>(async (signal, { who, q }) => {
  const result = await deskCall(deskAudit, { ...(who && { who }), ...(q && { q }) }, signal)
  return result.ok ? { ok: true, value: { data: result.value.data, hasMore: result.value.has_more } } : result
})

/** The older ones below; returns the fault. */
export async function loadOlder({ who, q }: Filter, before: number): Promise<string | undefined> {
  const result = await deskCall(deskAudit, { ...(who && { who }), ...(q && { q }), before })
  if (!result.ok) return result.fault
  audit.replace(({ data }) => ({ data: [...data, ...result.value.data], hasMore: result.value.has_more }))
  return undefined
}
