import { runDue } from './services/jobs.ts'
import { forgetLimits } from './services/limits.ts'
import { forgetSessions } from './services/sessions.ts'
import { forgetTokens } from './services/tokens.ts'
import type { World } from './world.ts'

/** What another process queued, or what is tried again, waits this long at most. */
const LOOK_MS = 5_000
const TIDY_MS = 10 * 60_000

export type Worker = { wake(): void; close(): Promise<void> }

/** Sends mails and messages beside the API, and tidies away what has expired. */
export function startWorker(world: World, failed: (error: unknown) => void): Worker {
  let running: Promise<unknown> | undefined
  let again = false
  let closed = false

  const wake = (): void => {
    again = true
    if (closed || running) return
    again = false
    running = runDue(world, { failed, isStopping: () => closed })
      .catch(failed)
      .finally(() => {
        running = undefined
        if (again) wake()
      })
  }
  const tidy = (): void => void Promise.all([forgetLimits(world), forgetSessions(world), forgetTokens(world)]).catch(failed)
  const timers = [setInterval(wake, LOOK_MS).unref(), setInterval(tidy, TIDY_MS).unref()]
  wake()

  return {
    wake,
    async close() {
      closed = true
      timers.forEach((timer) => clearInterval(timer))
      await running
      world.mail.close()
    },
  }
}
