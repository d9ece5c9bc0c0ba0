import { call } from '#client/browser-call.ts'
import { userSubscribed } from '#contract/library/library.ts'
import { currentSession, updateSession } from '../accounts/session.ts'

/** A plan may have begun or ended since the session was stored. */
export async function refreshPlan(): Promise<void> {
  // A guest has no plan.
  if (!(await currentSession())) return
  const result = await call(userSubscribed, {})
  if (!result.ok) return
  const session = await currentSession()
  if (session && session.subscribeStatus !== result.value.is_subsribed)
    await updateSession({ subscribeStatus: result.value.is_subsribed })
}
