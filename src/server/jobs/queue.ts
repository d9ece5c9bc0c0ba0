import { randomUUID } from 'node:crypto'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { bossOn, SENDING_QUEUES, type SendingQueue } from '../db/job-schema.ts'
import type { Db } from '../db/connect.ts'
import type { Encryption } from '../runtime/encryption.ts'
import type { AppContext } from '../context.ts'
import { PermanentRefusal } from '../adapters/permanent-refusal.ts'
import { startValidity } from './start-validity.ts'
import { adoptOldJobs } from './old-jobs.ts'
import { renderMail, type TemplateMail, type TemplateName } from './mail-templates.ts'

/** `validSeconds`: the life of the link or the code in it, from the moment when it is sent. */
export type Job = { validSeconds?: number } & (
  | { kind: 'mail'; letter: TemplateMail }
  | { kind: 'sms'; to: string; template: 'otp'; values: string[]; until: number }
)
/** Encrypted, because it holds links and codes. */
type JobData = { payload: string }
type Fetched = JobWithMetadata<JobData>
/** `isStopping`: what waits is left to the next start, for a mail server that is down holds each mail for a while. */
type Watch = { sent?: () => void; failed?: (error: unknown) => void; isStopping?: () => boolean }
type Dependencies = Pick<AppContext, 'db' | 'encryption' | 'mail' | 'sms' | 'siteUrl' | 'now'>

/** Shorter than the heartbeat of the queues. */
const TOUCH_MS = 10_000

export const PRIORITY = { awaited: 20, usual: 10, bulk: 0 } as const
/** Somebody sits before the screen and waits for these. */
const AWAITED: ReadonlySet<TemplateName> = new Set([
  'staffInvitation',
  'staffReset',
  'signUp',
  'member',
  'reset',
  'stranger',
  'changed',
  'alarm',
])
/** Sent to many at once. */
const BULK: ReadonlySet<TemplateName> = new Set(['dormant', 'newNotice', 'weeklyNews'])

/** Inside the transaction of what it tells about: rolled back with it, and kept with it when this process is killed. */
export async function enqueue(inner: Db, { encryption }: { encryption: Encryption }, job: Job): Promise<void> {
  const data: JobData = { payload: encryption.encrypt(JSON.stringify(job)).toString('base64') }
  await bossOn(inner).send(job.kind, data, { id: randomUUID(), priority: priorityOf(job) })
}

function priorityOf(job: Job): number {
  if (job.kind === 'sms' || AWAITED.has(job.letter.name)) return PRIORITY.awaited
  return BULK.has(job.letter.name) ? PRIORITY.bulk : PRIORITY.usual
}

/** Sends what is due in all queues; how many went out. */
export async function runDue(context: Dependencies, watch: Watch = {}): Promise<number> {
  const ended = await Promise.allSettled(SENDING_QUEUES.map((name) => runQueue(context, name, watch)))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return ended.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0)
}

/**
 * Sends what is due in one queue, one after the other; how many went out. Any number of processes may do so: each job is
 * fetched by one. A kill between sending and completing sends once more, under the same Message-ID: at least once is what
 * mail can promise.
 */
export async function runQueue(context: Dependencies, name: SendingQueue, watch: Watch = {}): Promise<number> {
  const { sent = () => undefined, failed = () => undefined, isStopping = () => false } = watch
  await adoptOldJobs(context, name)
  const boss = bossOn(context.db)
  let count = 0
  for (let job = await fetchOne(boss, name); job; job = isStopping() ? undefined : await fetchOne(boss, name)) {
    const attempt = { id: job.id, retryCount: job.retryCount }
    const result = await performAlive(context, boss, job)
    // Without the reason: it may hold an address, and lies in the table as it is.
    // What is refused for good is not tried again, and nothing waits for it.
    if ('error' in result && !(result.error instanceof PermanentRefusal)) await boss.fail(name, attempt)
    else await boss.complete(name, attempt)
    if ('error' in result) failed(result.error)
    else if (result.isSent) {
      count += 1
      sent()
    }
  }
  return count
}

const fetchOne = async (boss: PgBoss, name: SendingQueue): Promise<Fetched | undefined> =>
  (await boss.fetch<JobData>(name, { includeMetadata: true }))[0]

/** Tells the queue that this process lives for as long as the job takes. */
async function performAlive(
  context: Dependencies,
  boss: PgBoss,
  job: Fetched,
): Promise<{ error: unknown } | { isSent: boolean }> {
  const attempt = { id: job.id, retryCount: job.retryCount }
  const touching = setInterval(() => boss.touch(job.name, attempt).catch(() => undefined), TOUCH_MS).unref()
  try {
    return { isSent: await perform(context, job) }
  } catch (error) {
    return { error: error ?? new Error('not sent') }
  } finally {
    clearInterval(touching)
  }
}

/** Answers whether it went out: a code that is too late helps nobody, and without a provider nobody sends it. */
async function perform(context: Dependencies, fetched: Fetched): Promise<boolean> {
  const { encryption, mail, sms, siteUrl, now } = context
  // The same for every try, also when the operator has it tried again.
  const id = fetched.sourceRootId ?? fetched.id
  // Only `enqueue` writes payloads, and decrypting proves it.
  const job: Job = JSON.parse(encryption.decrypt(Buffer.from(fetched.data.payload, 'base64')))
  if (job.kind === 'mail') await mail.send({ id, to: job.letter.to, ...renderMail(job.letter, siteUrl) })
  else if (!sms || now().getTime() >= job.until) return false
  else await sms.send({ id, to: job.to, template: job.template, values: job.values })
  await startValidity(context, job)
  return true
}
