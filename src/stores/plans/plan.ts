import { call } from '#client/browser.ts'
import { userSubscribed } from '#contract/library.ts'
import { changeSession, whoIsIn } from '../accounts/session.ts'

/** A plan may have begun or ended since the session was kept (D7). */
export async function refreshPlan(): Promise<void> {
  // A guest who gives has no plan to ask for.
  if (!(await whoIsIn())) return
  const made = await call(userSubscribed, {})
  if (!made.ok) return
  const session = await whoIsIn()
  if (session && session.subscribeStatus !== made.value.is_subsribed)
    await changeSession({ subscribeStatus: made.value.is_subsribed })
}
