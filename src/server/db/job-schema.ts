import { PgBoss, type Db as JobDb, type Queue } from 'pg-boss'
import type { Db } from './connect.ts'
import { LOCKS } from './locks.ts'

export const SENDING_QUEUES = ['sms', 'mail'] as const
export type SendingQueue = (typeof SENDING_QUEUES)[number]
/** What is given up after its last try lies here until the operator sends it again or drops it. */
export const DEAD_LETTERS = 'undelivered'

const DAY_SECONDS = 86_400
/** Longer than a mail server is waited for. */
const MOST_SECONDS = 120
const SENDING: Omit<Queue, 'name'> = {
  deadLetter: DEAD_LETTERS,
  // Twelve tries: after half a minute, after an hour at last, over about six hours.
  retryLimit: 11,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 3_600,
  // A process that is killed is noticed after so long, and what it was sending goes out again.
  heartbeatSeconds: 30,
  expireInSeconds: MOST_SECONDS,
  retentionSeconds: 30 * DAY_SECONDS,
  // What was sent holds links and codes, encrypted: it goes with the next round.
  deleteAfterSeconds: 1,
}
/** Recordings that are measured and encoded; one process takes one at a time. */
export const AUDIO_QUEUE = 'audio'
/** Recordings whose last try failed; the next process says so in their rows. */
export const GIVEN_UP_AUDIO = 'audio-given-up'
const AUDIO: Omit<Queue, 'name'> = {
  deadLetter: GIVEN_UP_AUDIO,
  // One job for each recording, however many processes find it.
  policy: 'exclusive',
  // Ten tries over some five hours: somebody may have to make room on a disk.
  retryLimit: 10,
  retryDelay: 60,
  retryBackoff: true,
  retryDelayMax: 3_600,
  heartbeatSeconds: 30,
  expireInSeconds: 6 * 3_600,
  retentionSeconds: 30 * DAY_SECONDS,
  deleteAfterSeconds: 1,
}
/** Files that the desk has sent: checked, encoded and stored; one process takes one at a time. */
export const UPLOAD_QUEUE = 'upload'
const UPLOAD: Omit<Queue, 'name'> = {
  // One job for each file, however often its page asks for it.
  policy: 'exclusive',
  retryLimit: 3,
  retryDelay: 10,
  heartbeatSeconds: 30,
  expireInSeconds: 6 * 3_600,
  // Longer than the parts of the file stay.
  retentionSeconds: 3 * DAY_SECONDS,
  deleteAfterSeconds: 1,
}
// A month and a day: the retention rules of the shop come first.
const QUEUES: Queue[] = [
  { name: DEAD_LETTERS, retentionSeconds: 31 * DAY_SECONDS },
  ...SENDING_QUEUES.map((name) => ({ ...SENDING, name })),
  { name: GIVEN_UP_AUDIO, retentionSeconds: 31 * DAY_SECONDS, deleteAfterSeconds: 1 },
  { ...AUDIO, name: AUDIO_QUEUE },
  { ...UPLOAD, name: UPLOAD_QUEUE },
]
/** How often one process looks for jobs whose sender was killed, and deletes what was sent. */
const MONITOR_SECONDS = 30

/** pg-boss over the pool or over a transaction: what is sent inside a transaction is rolled back with it. */
export function bossOn(db: Db, more: { supervise?: boolean } = {}): PgBoss {
  const jobDb: JobDb = { executeSql: async (text, values) => ({ rows: await db.query(text, values) }) }
  return new PgBoss({
    db: jobDb,
    schedule: false,
    superviseIntervalSeconds: MONITOR_SECONDS,
    monitorIntervalSeconds: MONITOR_SECONDS,
    maintenanceIntervalSeconds: MONITOR_SECONDS,
    ...more,
  })
}

/** Makes the tables of pg-boss in their own schema, or brings them up to the installed version of pg-boss, and the queues. */
export async function installJobs(db: Db): Promise<void> {
  await db.transaction(async (inner) => {
    // pg-boss commits its own plan, which ends this transaction and its lock: whoever waited sees the whole schema.
    await inner.query('select pg_advisory_xact_lock($1)', [LOCKS.migrations])
    const boss = bossOn(inner, { supervise: false })
    let failure: unknown
    boss.on('error', (error) => (failure = error))
    await boss.start()
    // Before anything else is asked: a connection answers one statement at a time.
    await boss.stop({ close: false, graceful: false })
    if (failure) throw failure
    for (const { name, policy, ...options } of QUEUES) {
      await boss.createQueue(name, { ...options, ...(policy && { policy }) })
      // The policy of a queue never changes.
      await boss.updateQueue(name, options)
    }
  })
}

export async function areJobsInstalled(db: Db): Promise<boolean> {
  const [row] = await db.query<{ name: string | null }>(`select to_regclass('pgboss.queue')::text as name`)
  return !!row?.name
}
