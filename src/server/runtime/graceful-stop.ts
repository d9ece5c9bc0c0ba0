import { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A connection that was just taken has not sent its call yet, and looks idle. */
const GRACE_MS = 300
/** Listeners' streams last for hours: they are cut, and the player goes on by itself with the next process. */
const STREAMS_END_MS = 3_000
/** Everything else is let end. */
const CALLS_END_MS = 15_000
const LOOK_MS = 50

/** A stop takes no new connection, answers what came by those that are there, and cuts streams. */
export function endGently(app: FastifyInstance): void {
  let calls = 0
  const isCall = (url: string) => !url.startsWith('/media/')
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (!isCall(raw.url ?? '')) return
    calls += 1
    // Also for a browser that went away in the middle.
    reply.raw.once('close', () => (calls -= 1))
  })
  app.addHook('preClose', async () => {
    const { server } = app
    // An app that never listened (tests inject) has nothing to end.
    if (!server.listening) return
    const ended = new Promise<true>((done) => server.once('close', () => done(true)))
    const began = Date.now()
    // Not its own `close`: that one ends connections which have not sent their call yet.
    Server.prototype.close.call(server)
    for (let isOver = false; !isOver; isOver = await Promise.race([ended, wait(LOOK_MS, false)])) {
      const waited = Date.now() - began
      if (waited > CALLS_END_MS || (waited > STREAMS_END_MS && calls === 0)) server.closeAllConnections()
      else if (waited > GRACE_MS) server.closeIdleConnections()
    }
  })
}
