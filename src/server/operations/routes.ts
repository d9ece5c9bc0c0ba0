import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isMigrated } from '../db/migrate.ts'
import type { Metrics } from './metrics.ts'
import type { AppContext } from '../context.ts'

export type Health = { isStopping?: () => boolean; metrics?: Metrics | undefined; metricsToken?: string | undefined }
type Check = 'database' | 'migrations' | 'media' | 'running'

/** Every question to the media store costs something: an answer holds for so long. */
const MEDIA_HOLDS_MS = 30_000
const MOST_WAIT_MS = 5_000

/** `/healthz`: this process lives. `/readyz`: it should get calls. `/metrics`: for whoever has the token; without one it does not exist. */
export function healthRoutes(
  api: FastifyInstance,
  context: AppContext,
  { isStopping = () => false, metrics, metricsToken }: Health,
): void {
  const media = held(() => context.media.prove(), MEDIA_HOLDS_MS)
  api.get('/healthz', () => ({ status: true }))
  api.get('/readyz', async (_request, reply) => {
    const [database, migrations] = await Promise.all([
      isFine(context.db.query('select 1')),
      isFine(isMigrated(context.db)),
    ])
    const checks: Record<Check, boolean> = {
      database,
      migrations,
      media: await isFine(media()),
      running: !isStopping(),
    }
    const status = Object.values(checks).every(Boolean)
    return reply
      .code(status ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, ...checks })
  })
  if (metrics && metricsToken) metricsRoute(api, metrics, metricsToken)
}

function metricsRoute(api: FastifyInstance, metrics: Metrics, token: string): void {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const wanted = digest(`Bearer ${token}`)
  api.get('/metrics', async ({ headers }, reply) => {
    if (!timingSafeEqual(digest(headers.authorization ?? ''), wanted))
      return reply.code(401).header('www-authenticate', 'Bearer').send({ status: false })
    const { type, body } = await metrics.text()
    return reply.header('cache-control', 'no-store').type(type).send(body)
  })
}

/** A check that does not answer is one that fails. */
async function isFine(check: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((done) => (timer = setTimeout(() => done(false), MOST_WAIT_MS)))
  const fine = check.then(
    (answer) => answer !== false,
    () => false,
  )
  return Promise.race([fine, late]).finally(() => clearTimeout(timer))
}

function held(ask: () => Promise<void>, milliseconds: number): () => Promise<void> {
  let last: { at: number; answer: Promise<void> } | undefined
  return () => {
    if (!last || Date.now() - last.at > milliseconds) last = { at: Date.now(), answer: ask() }
    return last.answer
  }
}
