import { randomUUID } from 'node:crypto'
import type { Db } from '../db/connect.ts'
import type { Encryption } from '../runtime/encryption.ts'
import type { AppContext } from '../context.ts'
import { write, type Letter } from './mail-templates.ts'

export type Job =
  { kind: 'mail'; letter: Letter } | { kind: 'sms'; to: string; template: 'otp'; values: string[]; until: number }
type Row = { id: string; payload: Buffer; tries: number }
/** `isStopping`: what waits is left to the next start, for a mail server that is down holds each mail for a while. */
export type Watch = { sent?: () => void; failed?: (error: unknown) => void; isStopping?: () => boolean }
type Given = Pick<AppContext, 'db' | 'encryption' | 'mail' | 'sms' | 'siteUrl' | 'now'>

/** Longer than a mail server is waited for: nobody else takes a job that is being sent. */
const LEASE_SECONDS = 120
const MOST_TRIES = 12
const MOST_SECONDS = 3_600

/** Inside the transaction of what it tells about: rolled back with it, and kept with it when this process is killed. */
export async function enqueue(
  inner: Db,
  { encryption, now }: { encryption: Encryption; now: () => Date },
  job: Job,
): Promise<void> {
  await inner.query('insert into jobs (id, kind, payload, created_at, due_at) values ($1, $2, $3, $4, $4)', [
    randomUUID(),
    job.kind,
    encryption.lock(JSON.stringify(job)),
    now(),
  ])
}

/**
 * Sends what is due, one after the other; how many went out. A kill between sending and deleting sends once more, under the
 * same Message-ID: at least once is what mail can promise.
 */
export async function runDue(
  context: Given,
  { sent = () => undefined, failed = () => undefined, isStopping = () => false }: Watch = {},
): Promise<number> {
  let count = 0
  for (let row = await claim(context); row; row = isStopping() ? undefined : await claim(context)) {
    const { id, tries } = row
    const error = await perform(context, row).then(
      () => undefined,
      (reason: unknown) => reason ?? new Error('not sent'),
    )
    if (error === undefined) await context.db.query('delete from jobs where id = $1', [id])
    else await putOff(context, id, tries)
    if (error === undefined) count += 1
    if (error === undefined) sent()
    else failed(error)
  }
  return count
}

/** Any number of processes: each job is taken by one, until its lease ends. */
async function claim({ db, now }: Given): Promise<Row | undefined> {
  const at = now()
  const [row] = await db.query<Row>(
    `update jobs set tries = tries + 1, due_at = $2 where id = (
       select id from jobs where failed_at is null and due_at <= $1 order by due_at limit 1 for update skip locked
     ) returning id, payload, tries`,
    [at, new Date(at.getTime() + LEASE_SECONDS * 1000)],
  )
  return row
}

async function perform({ encryption, mail, sms, siteUrl, now }: Given, { id, payload }: Row): Promise<void> {
  // Only `enqueue` writes payloads, and the lock proves it.
  const job: Job = JSON.parse(encryption.open(payload))
  if (job.kind === 'mail') return mail.send({ id, to: job.letter.to, ...write(job.letter, siteUrl) })
  // A code that is too late helps nobody.
  if (sms && now().getTime() < job.until)
    return sms.send({ id, to: job.to, template: job.template, values: job.values })
}

async function putOff({ db, now }: Given, id: string, tries: number): Promise<void> {
  const due = new Date(now().getTime() + Math.min(15 * 2 ** tries, MOST_SECONDS) * 1000)
  await db.query('update jobs set due_at = $2, failed_at = $3 where id = $1', [
    id,
    due,
    tries >= MOST_TRIES ? now() : null,
  ])
}
