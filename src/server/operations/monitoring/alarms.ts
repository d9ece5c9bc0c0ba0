import { DAY_MS } from '#contract/time/day.ts'
import { messages } from '../../runtime/messages.ts'
import { LOCKS } from '../../db/locks.ts'
import type { AppContext } from '../../context.ts'
import type { Row } from '../../db/row.ts'
import type { shopState } from '../../db/schema/state.ts'
import { enqueue } from '../../jobs/queue.ts'
import { ALARM_MEGABYTES } from '../../adapters/media/free-disk.ts'
import { fullestDisk, reportDisk } from './disks.ts'
import { storeState } from './store-state.ts'
import { readGauges, recordFirstChange, type Gauges } from './gauges.ts'

export const ALARMS = ['payments', 'refunds', 'renewals', 'jobs', 'pages', 'backup', 'disk'] as const
export type Alarm = (typeof ALARMS)[number]
/** `machine`: of the alarm `disk`, the one with the least room. */
export type AlarmChange = {
  alarm: Alarm
  state: 'on' | 'still' | 'over'
  since: Date
  gauges: Partial<Readings>
  machine?: string | undefined
}
type Readings = Gauges & { diskFreeMegabytes: number }
type Limits = { staleHours: number; leastMegabytes?: number }
type Rule = { gauges: (keyof Readings)[]; isOn: (gauges: Readings, limits: Limits) => boolean }
type StoredAlarm = Pick<Row<typeof shopState>, 'key'> & { since: Date; reportedAt: Date }

const JOB_SECONDS = 15 * 60
const MANY_RENEWALS = 5
/** A nightly backup may be two hours late. */
const BACKUP_SECONDS = 26 * 3_600
const REMIND_MS = DAY_MS

const RULES: Record<Alarm, Rule> = {
  payments: { gauges: ['paymentsHeld'], isOn: ({ paymentsHeld }) => paymentsHeld > 0 },
  refunds: {
    gauges: ['refundsStuck', 'consentsStuck'],
    isOn: ({ refundsStuck, consentsStuck }) => refundsStuck + consentsStuck > 0,
  },
  renewals: {
    gauges: ['renewalsOverdue', 'renewalsFailed'],
    isOn: ({ renewalsOverdue, renewalsFailed }) => renewalsOverdue > 0 || renewalsFailed >= MANY_RENEWALS,
  },
  jobs: {
    gauges: ['jobsWaiting', 'jobsFailed', 'jobsOldestSeconds'],
    isOn: ({ jobsFailed, jobsOldestSeconds }) => jobsFailed > 0 || jobsOldestSeconds > JOB_SECONDS,
  },
  pages: {
    gauges: ['rebuildFailed', 'rebuildAgeSeconds', 'catalogWaitsSeconds'],
    isOn: ({ rebuildFailed, catalogWaitsSeconds }, { staleHours }) =>
      rebuildFailed > 0 || catalogWaitsSeconds > staleHours * 3_600,
  },
  backup: { gauges: ['backupAgeSeconds'], isOn: ({ backupAgeSeconds }) => backupAgeSeconds > BACKUP_SECONDS },
  disk: {
    gauges: ['diskFreeMegabytes'],
    isOn: ({ diskFreeMegabytes }, { leastMegabytes = ALARM_MEGABYTES }) => diskFreeMegabytes < leastMegabytes,
  },
}

/**
 * Returns alarms that began, that go on for another day, or that are over. One of all processes reports each change, and stores
 * it: a restart repeats nothing. The mail is queued in the same transaction.
 */
export async function checkAlarms(
  context: Pick<AppContext, 'db' | 'encryption' | 'now'>,
  { alarmMail, dataDir, ...limits }: Limits & { dataDir: string; alarmMail?: string | undefined },
): Promise<AlarmChange[]> {
  await reportDisk(context, dataDir)
  return context.db.transaction(async (inner) => {
    const [{ locked } = { locked: false }] = await inner.query<{ locked: boolean }>(
      'select pg_try_advisory_xact_lock($1) as locked',
      [LOCKS.alarms],
    )
    if (!locked) return []
    await recordFirstChange({ db: inner })
    const disk = await fullestDisk({ ...context, db: inner })
    const gauges = { ...(await readGauges({ ...context, db: inner })), diskFreeMegabytes: disk?.megabytes ?? Infinity }
    const stored = await inner.query<StoredAlarm>(
      `select key, (value->>'since')::timestamptz as since, (value->>'toldAt')::timestamptz as "reportedAt" from shop_state where key like 'alarm:%'`,
    )
    const changes = ALARMS.flatMap((alarm) => changeOf(alarm, gauges, limits, stored, context.now()) ?? []).map(
      (change) => (change.alarm === 'disk' ? { ...change, machine: disk?.machine } : change),
    )
    for (const change of changes) await storeAlarm({ ...context, db: inner }, change)
    if (alarmMail && changes.length > 0) {
      const values = { what: changes.map(sentence).join(' ') }
      await enqueue(inner, context, { kind: 'mail', letter: { name: 'alarm', to: alarmMail, locale: 'en', values } })
    }
    return changes
  })
}

function changeOf(
  alarm: Alarm,
  gauges: Readings,
  limits: Limits,
  stored: StoredAlarm[],
  now: Date,
): AlarmChange | undefined {
  const { gauges: names, isOn } = RULES[alarm]
  const before = stored.find(({ key }) => key === `alarm:${alarm}`)
  const relevant = Object.fromEntries(names.map((name) => [name, Math.round(gauges[name])]))
  if (!isOn(gauges, limits)) return before && { alarm, state: 'over', since: before.since, gauges: relevant }
  if (!before) return { alarm, state: 'on', since: now, gauges: relevant }
  return now.getTime() - before.reportedAt.getTime() >= REMIND_MS
    ? { alarm, state: 'still', since: before.since, gauges: relevant }
    : undefined
}

async function storeAlarm(
  context: Pick<AppContext, 'db' | 'now'>,
  { alarm, state, since }: AlarmChange,
): Promise<void> {
  const key = `alarm:${alarm}`
  if (state === 'over') await context.db.query('delete from shop_state where key = $1', [key])
  else await storeState(context, key, { since, toldAt: context.now() })
}

function sentence({ alarm, state, since, gauges, machine }: AlarmChange): string {
  const t = messages('en', 'operations')
  const values = Object.entries(gauges).map(([name, value]) => `${name} ${value}`)
  if (machine) values.push(machine)
  return t(`states.${state}`, {
    what: t(`alarms.${alarm}`),
    since: since.toISOString().slice(0, 16),
    numbers: values.join(', '),
  })
}

/** The alarms that are on, for the metrics. */
export async function alarmsOn({ db }: Pick<AppContext, 'db'>): Promise<Alarm[]> {
  const rows = await db.query<Pick<Row<typeof shopState>, 'key'>>(`select key from shop_state where key like 'alarm:%'`)
  return ALARMS.filter((alarm) => rows.some(({ key }) => key === `alarm:${alarm}`))
}
