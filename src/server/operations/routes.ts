import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isMigrated } from '../db/migrate.ts'
import { freeMegabytes, READY_MEGABYTES } from '../adapters/media/free-disk.ts'
import type { Metrics } from './monitoring/metrics.ts'
import type { AppContext } from '../context.ts'

/** `disk`: the folder whose disk must have room. */
export type Health = {
  disk?: { folder: string; leastMegabytes?: number }
  isStopping?: () => boolean
  metrics?: Metrics | undefined
  metricsToken?: string | undefined
}
type Check = 'database' | 'migrations' | 'media' | 'disk' | 'running'

/** Requests to the media store cost money: one result is reused for this long. */
const MEDIA_CHECK_MS = 30_000
const CHECK_TIMEOUT_MS = 5_000

/** `/healthz`: the process is alive. `/readyz`: it may get requests. `/metrics`: needs the token, and exists only if one is set. */
export function healthRoutes(
  api: FastifyInstance,
  context: AppContext,
  { isStopping = () => false, metrics, metricsToken, disk }: Health,
): void {
  const media = cached(() => context.media.prove(), MEDIA_CHECK_MS)
  api.get('/healthz', () => ({ status: true }))
  api.get('/readyz', async (_request, reply) => {
    const [database, migrations] = await Promise.all([
      succeeds(context.db.query('select 1')),
      succeeds(isMigrated(context.db)),
    ])
    const checks: Record<Check, boolean> = {
      database,
      migrations,
      media: await succeeds(media()),
      disk: await succeeds(hasRoom(disk)),
      running: !isStopping(),
    }
    const isReady = Object.values(checks).every(Boolean)
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady, ...checks })
  })
  if (metrics && metricsToken) metricsRoute(api, metrics, metricsToken)
}

async function hasRoom(disk: Health['disk']): Promise<boolean> {
  return !disk || (await freeMegabytes(disk.folder)) >= (disk.leastMegabytes ?? READY_MEGABYTES)
}

function metricsRoute(api: FastifyInstance, metrics: Metrics, token: string): void {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(`Bearer ${token}`)
  api.get('/metrics', async ({ headers }, reply) => {
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected))
      return reply.code(401).header('www-authenticate', 'Bearer').send({ status: false })
    const { type, body } = await metrics.text()
    return reply.header('cache-control', 'no-store').type(type).send(body)
  })
}

/** A check without a result in time has failed. */
async function succeeds(check: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<false>((done) => (timer = setTimeout(() => done(false), CHECK_TIMEOUT_MS)))
  const success = check.then(
    (result) => result !== false,
    () => false,
  )
  return Promise.race([success, timeout]).finally(() => clearTimeout(timer))
}

function cached(check: () => Promise<void>, milliseconds: number): () => Promise<void> {
  let last: { at: number; result: Promise<void> } | undefined
  return () => {
    if (!last || Date.now() - last.at > milliseconds) last = { at: Date.now(), result: check() }
    return last.result
  }
}
