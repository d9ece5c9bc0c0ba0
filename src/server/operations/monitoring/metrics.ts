import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { ALARMS, alarmsOn, type Alarm } from './alarms.ts'
import { freeMegabytes } from '../../adapters/media/free-disk.ts'
import { readGauges, type Gauges } from './gauges.ts'
import type { AppContext } from '../../context.ts'
import { routeOf } from '../../http/request-log.ts'
import type { Release } from '../../runtime/release.ts'

export type Metrics = {
  recordResponse(request: FastifyRequest, reply: FastifyReply): Promise<void>
  countMail(result: 'sent' | 'failed'): void
  countWarning(what: string): void
  /** The text format of Prometheus. */
  text(): Promise<{ type: string; body: string }>
}
type Dependencies = Pick<AppContext, 'db' | 'now'> & { load: Database['load']; release: Release; dataDir: string }

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Gauges of the database: every process reports the same values. */
const SHARED: Record<keyof Gauges, string> = {
  jobsWaiting: 'Mails and messages waiting to be sent',
  jobsFailed: 'Mails and messages that failed for good',
  jobsOldestSeconds: 'Age of the oldest waiting mail or message; those sent to many at once count after a day',
  paymentsHeld: 'Held payments that need a decision',
  refundsStuck: 'Refunds that a gateway refused five times',
  consentsStuck: 'Mandates that a gateway did not revoke after five tries',
  renewalsOverdue: 'Renewals whose next step is an hour late',
  renewalsFailed: 'Renewals that failed in the last day',
  rebuildFailed: '1 when the last rebuild of the pages failed',
  rebuildAgeSeconds: 'Time since the last successful rebuild, -1 when no rebuild was reported',
  backupAgeSeconds: 'Time since the last backup, -1 when none was reported',
  catalogWaitsSeconds: 'Time that the oldest catalog change waits for a rebuild',
}
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Imports the metrics package only when it is used: it would slow down every start. */
export async function createMetrics({ load, release, dataDir, ...context }: Dependencies): Promise<Metrics> {
  const { register, http, mails, warnings, alarms, connections, databaseUp, diskFree, shared } =
    await createInstruments(release)
  return {
    recordResponse: async (request, reply) =>
      http.observe(
        { method: request.method, route: routeOf(request), status: reply.statusCode },
        reply.elapsedTime / 1000,
      ),
    countMail: (outcome) => mails.inc({ outcome }),
    countWarning: (what) => warnings.inc({ what }),
    async text() {
      const gauges: Gauges | undefined = await readGauges(context).catch(() => undefined)
      const activeAlarms: readonly Alarm[] | undefined = await alarmsOn(context).catch(() => undefined)
      // Unknown without the database: 0 would end an alarm that is on.
      for (const alarm of ALARMS)
        alarms.set({ alarm }, activeAlarms ? Number(activeAlarms.includes(alarm)) : Number.NaN)
      diskFree.set(await freeMegabytes(dataDir).catch(() => Number.NaN))
      for (const [state, count] of Object.entries(load())) connections.set({ state }, count)
      databaseUp.set(gauges ? 1 : 0)
      const values = Object.entries(gauges ?? {})
      shared.forEach(({ name, gauge }) => gauge.set(values.find(([key]) => key === name)?.[1] ?? Number.NaN))
      return { type: register.contentType, body: await register.metrics() }
    },
  }
}

async function createInstruments({ version, folder }: Release) {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const register = new Registry()
  const registers = [register]
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  collectDefaultMetrics({ register })
  gauge('shop_build_info', 'Always 1', ['release', 'folder', 'node']).set(
    { release: version, folder, node: process.versions.node },
    1,
  )
  return {
    register,
    http: new Histogram({
      name: 'shop_http_seconds',
      help: 'Response time by route',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    }),
    mails: counter('shop_mails_total', 'Tries to send mails and messages', ['outcome']),
    warnings: counter('shop_warnings_total', 'Events that the operator should look at', ['what']),
    connections: gauge('shop_database_connections', 'Connections of this process', ['state']),
    alarms: gauge('shop_alarm', '1 while the alarm is on', ['alarm']),
    shared: Object.entries(SHARED).map(([name, help]) => ({ name, gauge: gauge(`shop_${snake(name)}`, help) })),
    databaseUp: gauge('shop_database_up', '0 when the database did not answer'),
    diskFree: gauge('shop_disk_free_megabytes', 'Free space for this process on the disk of DATA_DIR'),
  }
}
