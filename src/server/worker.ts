import { join } from 'node:path'
import type { OnError } from './runtime/on-error.ts'
import { checkAlarms, type AlarmChange } from './operations/monitoring/alarms.ts'
import { queueRecordings, runAudioQueue, TITLE_SOUND } from './audio/audio-queue.ts'
import { AUDITION_SOUND } from './auditions/audition-sound.ts'
import { runUploadQueue } from './desk/uploads/upload-queue.ts'
import { drawImportedCovers } from './desk/catalog/imported-covers.ts'
import { emptyTrash } from './desk/history/empty-trash.ts'
import { sendDueGifts } from './gifts/send-gift.ts'
import { bossOn, SENDING_QUEUES } from './db/job-schema.ts'
import { runQueue } from './jobs/queue.ts'
import { showDue } from './import/shown-by-day.ts'
import { releaseDue } from './import/release-due.ts'
import { areMailsHeld } from './operations/due-mails.ts'
import { isPaused } from './operations/payment-pause.ts'
import { sendPlanned } from './notifications/planned.ts'
import { sendWeeklyNews } from './notifications/weekly-news.ts'
import { pollPayments } from './payments/poller.ts'
import { storeRebuildReport } from './operations/rebuild-report.ts'
import { pollRenewals } from './renewals/poller.ts'
import { applyRetention } from './privacy/retention.ts'
import { tellOfNewNotice } from './privacy/new-notice.ts'
import type { AppContext } from './context.ts'

/** The work of the queue of sound. */
const SOUND_WORK = [...TITLE_SOUND, AUDITION_SOUND]

/** Longest wait of a job that another process queued or that is retried. */
const POLL_MS = 5_000
const RETENTION_MS = 10 * 60_000
/** Gifts, titles, banners and news that wait for their day, accounts that wait for a new notice. */
const DUE_MS = 60_000
const ALARM_MS = 60_000

type Worker = { wake(): void; close(): Promise<void> }
type WorkerOptions = {
  onError: OnError
  /** Called after each attempt to send a mail or message. */
  onMail?: (result: 'sent' | 'failed') => void
  onAlarm?: (change: AlarmChange) => void
  dataDir: string
  alarmMail?: string | undefined
  staleHours: number
}

/** Beside the API: sends mails and messages, polls payments, raises alarms, and deletes expired data. */
export function startWorker(context: AppContext, options: WorkerOptions): Worker {
  const { onError, onMail = () => undefined } = options
  const stopping = new AbortController()
  const isStopping = (): boolean => stopping.signal.aborted
  const watch = { isStopping, ...countMails(onMail, onError) }
  // Each queue on its own: no text message waits behind a thousand mails.
  const senders = SENDING_QUEUES.map((name) =>
    oneAtATime(() => runQueue(context, name, watch).catch(onError), isStopping),
  )
  const uploads = oneAtATime(
    () => runUploadQueue(context, { stop: stopping.signal, failed: onError }).catch(onError),
    isStopping,
  )
  const wake = (): void => [...senders, uploads].forEach((queue) => queue.wake())
  const pollers = pollersOf(context, options, stopping.signal).map(({ work, everyMs }) => {
    const { poll, ended } = oneAtATime(work, isStopping)
    return { poll, ended, everyMs }
  })
  const timers = [
    setInterval(wake, POLL_MS).unref(),
    ...pollers.map(({ poll, everyMs }) => setInterval(poll, everyMs).unref()),
  ]
  // Returns jobs of a killed process to their queues and deletes jobs that were sent.
  const boss = bossOn(context.db).on('error', onError)
  const supervising = boss.start().catch(onError)
  wake()

  return {
    wake,
    async close() {
      stopping.abort()
      timers.forEach((timer) => clearInterval(timer))
      await supervising
      await boss.stop({ close: false, graceful: false })
      await Promise.all([...senders, uploads, ...pollers].map(({ ended }) => ended()))
      context.mail.close()
    },
  }
}

/** Each on its own: a slow gateway delays no gift, and a gift that fails no title. */
function pollersOf(context: AppContext, options: WorkerOptions, stop: AbortSignal) {
  const { onError } = options
  const isStopping = () => stop.aborted
  return [
    { work: () => pollGateways(context, isStopping, onError).catch(onError), everyMs: POLL_MS },
    { work: () => sendDueMails(context, onError).catch(onError), everyMs: DUE_MS },
    { work: () => prepareAudio(context, stop, onError).catch(onError), everyMs: DUE_MS },
    { work: () => releaseDue(context).catch(onError), everyMs: DUE_MS },
    { work: () => showDue(context).catch(onError), everyMs: DUE_MS },
    { work: () => drawImportedCovers(context).catch(onError), everyMs: DUE_MS },
    { work: () => sendPlanned(context).catch(onError), everyMs: DUE_MS },
    { work: untilNoneLeft(() => tellOfNewNotice(context), onError), everyMs: DUE_MS },
    { work: () => emptyTrash(context).catch(onError), everyMs: RETENTION_MS },
    { work: () => applyRetention(context, onError), everyMs: RETENTION_MS },
    { work: () => watchOperations(context, options).catch(onError), everyMs: ALARM_MS },
  ]
}

async function prepareAudio(context: AppContext, stop: AbortSignal, onError: OnError): Promise<void> {
  // Measured recordings make samples possible.
  for (let queued = 1; queued > 0 && !stop.aborted;) {
    queued = await queueRecordings(context, SOUND_WORK)
    await runAudioQueue(context, {
      stop,
      failed: onError,
      works: SOUND_WORK,
      // A file of an editor does not wait for all of an import.
      after: () => queueRecordings(context, SOUND_WORK),
    })
  }
}

const countMails = (onMail: (result: 'sent' | 'failed') => void, onError: OnError) => ({
  sent: () => onMail('sent'),
  failed: (error: unknown) => {
    onMail('failed')
    onError(error)
  },
})

/** Polls payments and renewals, unless the operator has paused them. */
export async function pollGateways(context: AppContext, isStopping?: () => boolean, onError?: OnError): Promise<void> {
  if (await isPaused(context)) return
  await pollPayments(context, isStopping, onError)
  await pollRenewals(context, isStopping, onError)
}

/** Gifts and weekly mails whose time has come. A restored database does not know which went out since its backup. */
export async function sendDueMails(context: AppContext, onError: OnError): Promise<void> {
  if (await areMailsHeld(context)) return
  await Promise.all([sendDueGifts(context, onError).catch(onError), sendWeeklyNews(context).catch(onError)])
}

async function watchOperations(context: AppContext, { dataDir, onAlarm, ...limits }: WorkerOptions): Promise<void> {
  await storeRebuildReport(context, join(dataDir, 'site', 'last-rebuild.json'))
  const changes = await checkAlarms(context, { ...limits, dataDir })
  if (changes.length > 0) context.wake()
  changes.forEach((change) => onAlarm?.(change))
}

/** Never runs `work` twice at once: `poll` does nothing while it runs, `wake` runs it again right after. */
function oneAtATime(work: () => Promise<unknown>, isStopping: () => boolean) {
  let running: Promise<unknown> | undefined
  let again = false
  const poll = (): void => {
    if (isStopping() || running) return
    again = false
    running = work().finally(() => {
      running = undefined
      if (again) poll()
    })
  }
  const wake = (): void => {
    again = true
    poll()
  }
  return { poll, wake, ended: async () => running }
}

/** Runs `work` until it returns 0, and not again in this process: for work that only a new release brings. */
function untilNoneLeft(work: () => Promise<number>, onError: OnError): () => Promise<void> {
  let isDone = false
  return async () => {
    if (!isDone) isDone = (await work().catch(onError)) === 0
  }
}
