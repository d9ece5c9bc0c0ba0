import { createHash } from 'node:crypto'
import type { AppContext } from '../context.ts'
import type { Job } from './queue.ts'

type Dependencies = Pick<AppContext, 'db' | 'encryption' | 'now'>

/** Automatic tries of a job end before: a link or a code that was not sent yet lives for so long. */
export const UNSENT_SECONDS = 8 * 3_600

/**
 * The validity of a link or a code begins when it is sent: a mail server that was down takes none of it. Nothing is changed
 * when a newer one took its place, or when it was revoked.
 */
export async function startValidity({ db, encryption, now }: Dependencies, job: Job): Promise<void> {
  if (!job.validSeconds) return
  const expiresAt = new Date(now().getTime() + job.validSeconds * 1000)
  if (job.kind === 'sms') {
    const marks = encryption.hmacs('otp', `${job.to.replace('+91', '')} ${job.values[0]}`)
    await db.query('update otps set expires_at = $2 where code_mark = any($1)', [marks, expiresAt])
  } else if (job.letter.token) {
    const hash = createHash('sha256').update(job.letter.token).digest()
    await db.query('update one_time_tokens set expires_at = $2 where token_hash = $1', [hash, expiresAt])
  }
}
