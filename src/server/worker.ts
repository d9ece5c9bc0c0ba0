import { join } from 'node:path'
import type { Failed } from './lib/failed.ts'
import { lookForAlarms, type News } from './services/alarms.ts'
import { runDue } from './services/jobs.ts'
import { isPaused } from './services/operator/pause.ts'
import { tickPayments } from './services/paying/clock.ts'
import { takeRebuildReport } from './services/rebuild-report.ts'
import { tickRenewals } from './services/renewing/clock.ts'
import { forgetOld } from './services/retention.ts'
import type { World } from './world.ts'

/** What another process queued, or what is tried again, waits this long at most. */
const LOOK_MS = 5_000
const TIDY_MS = 10 * 60_000
const WATCH_MS = 60_000

export type Worker = { wake(): void; close(): Promise<void> }
export type WorkerOptions = {
  failed: (error: unknown) => void
  /** Of a mail or message that was tried. */
  mailed?: (outcome: 'sent' | 'failed') => void
  told?: (news: News) => void
  dataDir: string
  alarmMail?: string | undefined
  staleHours: number
}

/** Sends mails and messages beside the API, looks after payments, raises alarms, and tidies away what has expired. */
export function startWorker(world: World, options: WorkerOptions): Worker {
  const { failed, mailed = () => undefined } = options
  let closed = false
  const isStopping = (): boolean => closed
  const watch = {
    isStopping,
    sent: () => mailed('sent'),
    failed: (error: unknown) => {
      mailed('failed')
      failed(error)
    },
  }
  const sending = oneAtATime(() => runDue(world, watch).catch(failed), isStopping)
  // Apart from mails: a gateway that is slow to answer holds up nobody's code.
  const paying = oneAtATime(() => askGateways(world, isStopping, failed).catch(failed), isStopping)
  const tidying = oneAtATime(() => forgetOld(world, failed), isStopping)
  const watching = oneAtATime(() => lookAround(world, options).catch(failed), isStopping)
  const timers = [
    setInterval(sending.wake, LOOK_MS).unref(),
    setInterval(paying.look, LOOK_MS).unref(),
    setInterval(tidying.look, TIDY_MS).unref(),
    setInterval(watching.look, WATCH_MS).unref(),
  ]
  sending.wake()

  return {
    wake: sending.wake,
    async close() {
      closed = true
      timers.forEach((timer) => clearInterval(timer))
      await Promise.all([sending, paying, tidying, watching].map(({ ended }) => ended()))
      world.mail.close()
    },
  }
}

/** Payments and renewals, unless the operator has to look at them first. */
export async function askGateways(world: World, isStopping?: () => boolean, failed?: Failed): Promise<void> {
  if (await isPaused(world)) return
  await tickPayments(world, isStopping, failed)
  await tickRenewals(world, isStopping, failed)
}

async function lookAround(world: World, { dataDir, told, ...limits }: WorkerOptions): Promise<void> {
  await takeRebuildReport(world, join(dataDir, 'site', 'last-rebuild.json'))
  const news = await lookForAlarms(world, limits)
  if (news.length > 0) world.wake()
  news.forEach((one) => told?.(one))
}

/** `look` skips a turn while the last one runs; `wake` has another one right after it. */
function oneAtATime(work: () => Promise<unknown>, isStopping: () => boolean) {
  let running: Promise<unknown> | undefined
  let again = false
  const look = (): void => {
    if (isStopping() || running) return
    again = false
    running = work().finally(() => {
      running = undefined
      if (again) look()
    })
  }
  const wake = (): void => {
    again = true
    look()
  }
  return { look, wake, ended: async () => running }
}
