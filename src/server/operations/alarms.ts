import { messages } from '../runtime/messages.ts'
import { LOCKS } from '../db/locks.ts'
import type { AppContext } from '../context.ts'
import { enqueue } from '../jobs/queue.ts'
import { noteChange, gauges, type Gauges } from './gauges.ts'

export const ALARMS = ['payments', 'refunds', 'renewals', 'jobs', 'pages', 'backup'] as const
export type Alarm = (typeof ALARMS)[number]
export type News = { alarm: Alarm; is: 'on' | 'still' | 'over'; since: Date; numbers: Partial<Gauges> }
type Limits = { staleHours: number }
type Rule = { numbers: (keyof Gauges)[]; isOn: (read: Gauges, limits: Limits) => boolean }
type Row = { key: string; since: Date; toldAt: Date }

const JOB_SECONDS = 15 * 60
const MANY_RENEWALS = 5
/** One night's run may be late by an hour or two. */
const BACKUP_SECONDS = 26 * 3_600
const REMIND_MS = 24 * 3_600_000

const RULES: Record<Alarm, Rule> = {
  payments: { numbers: ['paymentsHeld'], isOn: ({ paymentsHeld }) => paymentsHeld > 0 },
  refunds: {
    numbers: ['refundsStuck', 'consentsStuck'],
    isOn: ({ refundsStuck, consentsStuck }) => refundsStuck + consentsStuck > 0,
  },
  renewals: {
    numbers: ['renewalsOverdue', 'renewalsFailed'],
    isOn: ({ renewalsOverdue, renewalsFailed }) => renewalsOverdue > 0 || renewalsFailed >= MANY_RENEWALS,
  },
  jobs: {
    numbers: ['jobsWaiting', 'jobsFailed', 'jobsOldestSeconds'],
    isOn: ({ jobsFailed, jobsOldestSeconds }) => jobsFailed > 0 || jobsOldestSeconds > JOB_SECONDS,
  },
  pages: {
    numbers: ['rebuildFailed', 'rebuildAgeSeconds', 'catalogWaitsSeconds'],
    isOn: ({ rebuildFailed, catalogWaitsSeconds }, { staleHours }) =>
      rebuildFailed > 0 || catalogWaitsSeconds > staleHours * 3_600,
  },
  backup: { numbers: ['backupAgeSeconds'], isOn: ({ backupAgeSeconds }) => backupAgeSeconds > BACKUP_SECONDS },
}

/**
 * What began, goes on since a day, or is over. Told once by whichever process looks first, and kept: a restart tells nothing
 * again. The mail is queued in the same transaction.
 */
export async function lookForAlarms(
  context: Pick<AppContext, 'db' | 'encryption' | 'now'>,
  { alarmMail, staleHours }: Limits & { alarmMail?: string | undefined },
): Promise<News[]> {
  return context.db.transaction(async (inner) => {
    const [{ mine } = { mine: false }] = await inner.query<{ mine: boolean }>(
      'select pg_try_advisory_xact_lock($1) as mine',
      [LOCKS.alarms],
    )
    if (!mine) return []
    await noteChange({ db: inner })
    const read = await gauges({ ...context, db: inner })
    const known = await inner.query<Row>(
      `select key, (value->>'since')::timestamptz as since, (value->>'toldAt')::timestamptz as "toldAt" from shop_state where key like 'alarm:%'`,
    )
    const news = ALARMS.flatMap((alarm) => newsOf(alarm, read, { staleHours }, known, context.now()) ?? [])
    for (const one of news) await keep({ ...context, db: inner }, one)
    if (alarmMail && news.length > 0) {
      const values = { what: news.map(sentence).join(' ') }
      await enqueue(inner, context, { kind: 'mail', letter: { name: 'alarm', to: alarmMail, locale: 'en', values } })
    }
    return news
  })
}

function newsOf(alarm: Alarm, read: Gauges, limits: Limits, known: Row[], now: Date): News | undefined {
  const { numbers: names, isOn } = RULES[alarm]
  const before = known.find(({ key }) => key === `alarm:${alarm}`)
  const numbers = Object.fromEntries(names.map((name) => [name, Math.round(read[name])]))
  if (!isOn(read, limits)) return before && { alarm, is: 'over', since: before.since, numbers }
  if (!before) return { alarm, is: 'on', since: now, numbers }
  return now.getTime() - before.toldAt.getTime() >= REMIND_MS
    ? { alarm, is: 'still', since: before.since, numbers }
    : undefined
}

async function keep({ db, now }: Pick<AppContext, 'db' | 'now'>, { alarm, is, since }: News): Promise<void> {
  const key = `alarm:${alarm}`
  if (is === 'over') await db.query('delete from shop_state where key = $1', [key])
  else
    await db.query(
      'insert into shop_state (key, value, updated_at) values ($1, $2, $3) on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at',
      [key, JSON.stringify({ since, toldAt: now() }), now()],
    )
}

function sentence({ alarm, is, since, numbers }: News): string {
  const t = messages('en', 'operations')
  const text = Object.entries(numbers).map(([name, value]) => `${name} ${value}`)
  return t(`states.${is}`, {
    what: t(`alarms.${alarm}`),
    since: since.toISOString().slice(0, 16),
    numbers: text.join(', '),
  })
}

/** Alarms that are on, for the metrics. */
export async function alarmsOn({ db }: Pick<AppContext, 'db'>): Promise<Alarm[]> {
  const rows = await db.query<{ key: string }>(`select key from shop_state where key like 'alarm:%'`)
  return ALARMS.filter((alarm) => rows.some(({ key }) => key === `alarm:${alarm}`))
}
