import { join } from 'node:path'
import type { Failed } from './runtime/rethrow.ts'
import { checkAlarms, type AlarmChange } from './operations/alarms.ts'
import { bossOn, SENDING_QUEUES } from './db/job-schema.ts'
import { runQueue } from './jobs/queue.ts'
import { isPaused } from './operations/payment-pause.ts'
import { pollPayments } from './payments/poller.ts'
import { storeRebuildReport } from './operations/rebuild-report.ts'
import { pollRenewals } from './renewals/poller.ts'
import { applyRetention } from './privacy/retention.ts'
import type { AppContext } from './context.ts'

/** What another process queued, or what is tried again, waits this long at most. */
const LOOK_MS = 5_000
const TIDY_MS = 10 * 60_000
const WATCH_MS = 60_000

export type Worker = { wake(): void; close(): Promise<void> }
export type WorkerOptions = {
  failed: (error: unknown) => void
  /** Of a mail or message that was tried. */
  mailed?: (outcome: 'sent' | 'failed') => void
  told?: (change: AlarmChange) => void
  dataDir: string
  alarmMail?: string | undefined
  staleHours: number
}

/** Sends mails and messages beside the API, looks after payments, raises alarms, and tidies away what has expired. */
export function startWorker(context: AppContext, options: WorkerOptions): Worker {
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
  // Each queue apart from the others: no text message waits behind a thousand mails.
  const senders = SENDING_QUEUES.map((name) =>
    oneAtATime(() => runQueue(context, name, watch).catch(failed), isStopping),
  )
  const wake = (): void => senders.forEach((sender) => sender.wake())
  // Apart from mails: a gateway that is slow to answer holds up nobody's code.
  const paying = oneAtATime(() => askGateways(context, isStopping, failed).catch(failed), isStopping)
  const tidying = oneAtATime(() => applyRetention(context, failed), isStopping)
  const watching = oneAtATime(() => lookAround(context, options).catch(failed), isStopping)
  const timers = [
    setInterval(wake, LOOK_MS).unref(),
    setInterval(paying.look, LOOK_MS).unref(),
    setInterval(tidying.look, TIDY_MS).unref(),
    setInterval(watching.look, WATCH_MS).unref(),
  ]
  // Gives back to the queues what a killed process was sending, and clears away what was sent.
  const boss = bossOn(context.db).on('error', failed)
  const supervising = boss.start().catch(failed)
  wake()

  return {
    wake,
    async close() {
      closed = true
      timers.forEach((timer) => clearInterval(timer))
      await supervising
      await boss.stop({ close: false, graceful: false })
      await Promise.all([...senders, paying, tidying, watching].map(({ ended }) => ended()))
      context.mail.close()
    },
  }
}

/** Payments and renewals, unless the operator has to look at them first. */
export async function askGateways(context: AppContext, isStopping?: () => boolean, failed?: Failed): Promise<void> {
  if (await isPaused(context)) return
  await pollPayments(context, isStopping, failed)
  await pollRenewals(context, isStopping, failed)
}

async function lookAround(context: AppContext, { dataDir, told, ...limits }: WorkerOptions): Promise<void> {
  await storeRebuildReport(context, join(dataDir, 'site', 'last-rebuild.json'))
  const news = await checkAlarms(context, limits)
  if (news.length > 0) context.wake()
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
