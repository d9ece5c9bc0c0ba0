import type { FastifyInstance } from 'fastify'
import { localeOf } from '#contract/text/locale.ts'
import { outboxPage, sentByDemo } from './outbox.ts'
import type { AppContext } from '../context.ts'

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

/** Shows what the demo has sent. Production does not register these routes. */
export function outboxRoutes({ db, siteUrl }: Pick<AppContext, 'db' | 'siteUrl'>) {
  return async function register(app: FastifyInstance): Promise<void> {
    app.addHook('onRequest', async (_request, reply) => void reply.headers(HEADERS))
    app.get('/dev/outbox.json', async () => ({ data: await sentByDemo(db) }))
    app.get('/dev/outbox', async ({ headers }, reply) => {
      const locale = localeOf(headers['accept-language'])
      return reply.type('text/html; charset=utf-8').send(outboxPage(await sentByDemo(db), locale, siteUrl))
    })
  }
}
