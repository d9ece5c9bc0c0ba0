import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/connect.ts'
import { ALARMS, alarmsOn, type Alarm } from './alarms.ts'
import { gauges, type Gauges } from './gauges.ts'
import type { AppContext } from '../context.ts'
import { routeOf } from '../http/request-log.ts'

export type Metrics = {
  answered(request: FastifyRequest, reply: FastifyReply): Promise<void>
  mail(outcome: 'sent' | 'failed'): void
  alarm(what: string): void
  /** In the text format of Prometheus. */
  text(): Promise<{ type: string; body: string }>
}
type Given = Pick<AppContext, 'db' | 'now'> & { load: Database['load']; release: string }

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** What the database knows, whichever process is asked. */
const SHARED: Record<keyof Gauges, string> = {
  jobsWaiting: 'Mails and messages that wait to be sent',
  jobsFailed: 'Mails and messages that were given up',
  jobsOldestSeconds: 'Age of the oldest that waits',
  paymentsHeld: 'Payments that somebody has to look at',
  refundsStuck: 'Refunds that a gateway did not take five times',
  consentsStuck: 'Consents that a gateway did not end five times',
  renewalsOverdue: 'Renewals whose next step is an hour late',
  renewalsFailed: 'Renewals that failed in the last day',
  rebuildFailed: '1 when the last rebuild of the pages failed',
  rebuildAgeSeconds: 'Time since pages were last seen to be fresh, -1 when no rebuild was reported',
  backupAgeSeconds: 'Time since the last backup, -1 when none was reported',
  catalogWaitsSeconds: 'Time that a change of the catalog waits for a rebuild',
}
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Read at a start that wants it: without a token nobody pays for the package. */
export async function createMetrics({ load, release, ...context }: Given): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registers = [new Registry()]
  const [register = new Registry()] = registers
  collectDefaultMetrics({ register })
  const http = new Histogram({
    name: 'shop_http_seconds',
    help: 'Answers by route',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const mails = new Counter({
    name: 'shop_mails_total',
    help: 'Tries to send mails and messages',
    labelNames: ['outcome'],
    registers,
  })
  const alarms = new Counter({
    name: 'shop_warnings_total',
    help: 'Things that somebody should look at',
    labelNames: ['what'],
    registers,
  })
  new Gauge({ name: 'shop_build_info', help: 'Always 1', labelNames: ['release', 'node'], registers }).set(
    { release, node: process.versions.node },
    1,
  )
  const connections = new Gauge({
    name: 'shop_database_connections',
    help: 'Of this process',
    labelNames: ['state'],
    registers,
  })
  const on = new Gauge({ name: 'shop_alarm', help: '1 while it is on', labelNames: ['alarm'], registers })
  const shared = Object.entries(SHARED).map(([name, help]) => ({
    name,
    gauge: new Gauge({ name: `shop_${snake(name)}`, help, registers }),
  }))
  const up = new Gauge({ name: 'shop_database_up', help: '0 when the database did not answer', registers })
  return {
    answered: async (request, reply) =>
      http.observe(
        { method: request.method, route: routeOf(request), status: reply.statusCode },
        reply.elapsedTime / 1000,
      ),
    mail: (outcome) => mails.inc({ outcome }),
    alarm: (what) => alarms.inc({ what }),
    async text() {
      const read: Gauges | undefined = await gauges(context).catch(() => undefined)
      const alarming: readonly Alarm[] = await alarmsOn(context).catch(() => [])
      for (const alarm of ALARMS) on.set({ alarm }, alarming.includes(alarm) ? 1 : 0)
      for (const [state, count] of Object.entries(load())) connections.set({ state }, count)
      up.set(read ? 1 : 0)
      const values = Object.entries(read ?? {})
      shared.forEach(({ name, gauge }) => gauge.set(values.find(([key]) => key === name)?.[1] ?? Number.NaN))
      return { type: register.contentType, body: await register.metrics() }
    },
  }
}
