import { deskHome, deskRetryMails } from '#contract/desk/home.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { deskCall } from './call.ts'
import { createLoadable } from './loadable.ts'

export type DeskToday = ReplyOf<typeof deskHome>

export const deskToday = createLoadable<DeskToday, []>((signal) => deskCall(deskHome, {}, signal))

/** Returns the fault, or nothing when they are on their way again. */
export async function retryMails(): Promise<string | undefined> {
  const result = await deskCall(deskRetryMails, {})
  if (!result.ok) return result.fault
  await deskToday.load()
  return undefined
}
