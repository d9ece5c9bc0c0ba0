import type { DeskListener } from '#contract/desk/listeners.ts'
import type { ListenerFile } from '../../operations/accounts/listener-file.ts'
import { namesOf } from '../orders/order-reply.ts'

type Plan = ListenerFile['plans'][number]

function stateOf({ status, starts_at, ends_at }: Plan, now: Date): DeskListener['plans'][number]['state'] {
  if (status === 'cancelled') return 'taken'
  if (ends_at <= now) return 'ended'
  return starts_at > now ? 'waiting' : 'running'
}

/** What is typed to erase an account: what its owner signs in with. */
export const confirmationOf = ({ id, email, contact_email, mobile }: ListenerFile): string =>
  [email, contact_email, mobile].find((text) => text) ?? String(id)

/** An account as the desk shows it. */
export function listenerReply(file: ListenerFile, now: Date): DeskListener {
  const { id, mobile, country, state, signs_in_by, unproven } = file
  return {
    ...{ id, mobile, country, state, signs_in_by, unproven },
    created: file.created_at.toISOString(),
    seen: file.seen_at.toISOString(),
    name: `${file.first_name} ${file.last_name}`.trim(),
    email: file.email ?? file.contact_email,
    confirm: confirmationOf(file),
    orders: file.orders.map(({ createdAt, ...order }) => ({ ...order, created: createdAt.toISOString() })),
    library: file.library.map(({ id: title, translations, how, added_at, given_at }) => ({
      id: title,
      names: namesOf({ translations, isPlan: false }),
      how,
      added: added_at.toISOString(),
      is_given: given_at !== null,
    })),
    plans: file.plans.map((plan) => ({
      id: plan.id,
      names: namesOf({ translations: plan.translations, isPlan: true }),
      starts: plan.starts_at.toISOString(),
      ends: plan.ends_at.toISOString(),
      state: stateOf(plan, now),
      is_given: plan.is_given,
    })),
    sessions: file.sessions.map((one) => ({
      id: one.id,
      created: one.created_at.toISOString(),
      used: one.used_at.toISOString(),
    })),
    devices: file.devices.map(({ name, type: kind, seen_at }) => ({ name, kind, seen: seen_at.toISOString() })),
    actions: file.actions.map(({ done_at, ...action }) => ({ ...action, at: done_at.toISOString() })),
  }
}
