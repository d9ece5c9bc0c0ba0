import { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A connection that was just accepted has not sent its request yet and looks idle. */
const GRACE_MS = 300
/** Audio streams last for hours: they are cut, and the player resumes with the next process. */
const STREAMS_END_MS = 3_000
/** All other requests may finish in this time. */
const REQUESTS_END_MS = 15_000
const POLL_MS = 50

/** On stop: accepts no new connection, answers the requests of open connections, and cuts streams. */
export function stopGracefully(app: FastifyInstance): void {
  let requests = 0
  const isStream = (url: string) => url.startsWith('/media/')
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (isStream(raw.url ?? '')) return
    requests += 1
    // `close` also comes when the browser disconnects before the reply.
    reply.raw.once('close', () => (requests -= 1))
  })
  app.addHook('preClose', async () => {
    const { server } = app
    // An app that never listened (tests inject requests) has no connections.
    if (!server.listening) return
    const ended = new Promise<true>((done) => server.once('close', () => done(true)))
    const startedAt = Date.now()
    // Not the `close` of http.Server: it ends connections that have not sent their request yet.
    Server.prototype.close.call(server)
    for (let isClosed = false; !isClosed; isClosed = await Promise.race([ended, wait(POLL_MS, false)])) {
      const waited = Date.now() - startedAt
      if (waited > REQUESTS_END_MS || (waited > STREAMS_END_MS && requests === 0)) server.closeAllConnections()
      else if (waited > GRACE_MS) server.closeIdleConnections()
    }
  })
}
