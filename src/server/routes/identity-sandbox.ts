import type { FastifyInstance } from 'fastify'
import { boolean, is, object, optional, size, string } from 'superstruct'
import type { Sandbox } from '../adapters/identity/sandbox.ts'

const text = size(string(), 1, 200)
const Person = {
  id: text,
  email: optional(text),
  email_verified: optional(boolean()),
  hd: optional(text),
  first_name: optional(text),
  last_name: optional(text),
}
const ForId = object({ ...Person, nonce: text })
const ForAccess = object(Person)
const Debug = object({ input_token: text, access_token: text })
const Me = object({ fields: text, access_token: text, appsecret_proof: text })

/** Of the demo only: anybody may be anybody here. */
export function sandboxRoutes(sandbox: Sandbox) {
  return async function register(app: FastifyInstance): Promise<void> {
    app.addHook('onRequest', async (_request, reply) => void reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }))
    app.removeContentTypeParser('text/plain')
    app.get('/dev/identity/jwks.json', (_request, reply) => reply.header('cache-control', 'public, max-age=300').send(sandbox.keys()))
    app.post('/dev/identity/token', ({ body }, reply) => {
      if (!is(body, ForId)) return reply.code(400).send({ error: 'invalid_request' })
      const { nonce, ...person } = body
      return { id_token: sandbox.idToken(person, nonce) }
    })
    app.post('/dev/identity/access-token', ({ body }, reply) =>
      is(body, ForAccess) ? { access_token: sandbox.accessToken(body) } : reply.code(400).send({ error: 'invalid_request' }),
    )
    app.get('/dev/identity/debug_token', ({ query }, reply) =>
      is(query, Debug) ? sandbox.debug(query.input_token, query.access_token) : reply.code(400).send({ error: {} }),
    )
    app.get('/dev/identity/me', ({ query }, reply) => {
      const me = is(query, Me) && sandbox.me(query.access_token, query.appsecret_proof)
      return me || reply.code(400).send({ error: {} })
    })
  }
}
