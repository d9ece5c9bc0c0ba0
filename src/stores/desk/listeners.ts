import {
  deskEndSessions,
  deskEraseListener,
  deskExportListener,
  deskGivePlan,
  deskGiveTitle,
  deskListener,
  deskListenerChoices,
  deskListeners,
  deskTakePlan,
  deskTakeTitle,
  type DeskListenerRow,
} from '#contract/desk/listeners.ts'
import { deskCall } from './call.ts'
import { createList } from './list.ts'
import { createLoadable } from './loadable.ts'

export const listenerList = createList<DeskListenerRow, 'all'>('all', ({ q, page }, signal) =>
  deskCall(deskListeners, { q, page }, signal),
)
export const listener = createLoadable((signal, id: number) => deskCall(deskListener, { id }, signal))
export const choices = createLoadable((signal, q: string) => deskCall(deskListenerChoices, { q }, signal))

type Fault = string | undefined
/** What is given or taken: a title, a plan, or a subscription of the listener. */
export type Thing = { title: number } | { plan: number } | { subscription: number }

async function done(id: number, result: { ok: boolean; fault?: string }): Promise<Fault> {
  if (result.ok) await listener.load(id)
  return result.ok ? undefined : result.fault
}

export async function give(id: number, thing: Thing, reason: string): Promise<Fault> {
  if ('title' in thing) return done(id, await deskCall(deskGiveTitle, { id, title: thing.title, reason }))
  return 'plan' in thing ? done(id, await deskCall(deskGivePlan, { id, plan: thing.plan, reason })) : undefined
}

export async function take(id: number, thing: Thing, reason: string): Promise<Fault> {
  if ('title' in thing) return done(id, await deskCall(deskTakeTitle, { id, title: thing.title, reason }))
  if (!('subscription' in thing)) return undefined
  return done(id, await deskCall(deskTakePlan, { id, subscription: thing.subscription, reason }))
}

/** Without `session` all of them. */
export const endSessions = async (id: number, session?: string): Promise<Fault> =>
  done(id, await deskCall(deskEndSessions, { id, ...(session !== undefined && { session }) }))

export const exportListener = (id: number) => deskCall(deskExportListener, { id })

export async function eraseListener(id: number, confirm: string): Promise<Fault> {
  const result = await deskCall(deskEraseListener, { id, confirm })
  return result.ok ? undefined : result.fault
}
