import type { FastifyInstance } from 'fastify'
import { boolean, enums, is, object, optional, size, string, type } from 'superstruct'
import type { Sandbox } from '../adapters/identity/sandbox.ts'
import { SANDBOX_POLICY, sandboxPage } from './identity-sandbox-page.ts'

const text = size(string(), 1, 200)
const Person = {
  id: text,
  email: optional(text),
  email_verified: optional(boolean()),
  hd: optional(text),
  first_name: optional(text),
  last_name: optional(text),
}
const IdTokenRequest = object({ ...Person, nonce: text })
const CodeRequest = object({ ...Person, redirect_uri: size(string(), 1, 500) })
const ExchangeQuery = object({ client_id: text, client_secret: text, redirect_uri: size(string(), 1, 500), code: text })
const DebugQuery = object({ input_token: text, access_token: text })
const MeQuery = object({ fields: text, access_token: text, appsecret_proof: text })

/** An OpenID or OAuth request. Google's token comes back in the fragment of the redirect address, Facebook's code in its query. */
const AuthorizationQuery = type({
  redirect_uri: size(string(), 1, 500),
  state: text,
  nonce: optional(text),
  ui_locales: optional(text),
})
const ApprovalQuery = type({
  ...AuthorizationQuery.schema,
  first_name: size(string(), 0, 200),
  last_name: size(string(), 0, 200),
  email: size(string(), 0, 200),
})
const Provider = type({ provider: enums(['google', 'facebook']) })

/** An identity provider of the demo, where the visitor chooses any identity. */
export function sandboxRoutes(sandbox: Sandbox, siteUrl: string) {
  return async function register(app: FastifyInstance): Promise<void> {
    app.addHook(
      'onRequest',
      async (_request, reply) =>
        void reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }),
    )
    app.removeContentTypeParser('text/plain')
    app.get('/dev/identity/jwks.json', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(sandbox.keys()),
    )
    app.post('/dev/identity/token', ({ body }, reply) => {
      if (!is(body, IdTokenRequest)) return reply.code(400).send({ error: 'invalid_request' })
      const { nonce, ...person } = body
      return { id_token: sandbox.idToken(person, nonce) }
    })
    app.post('/dev/identity/code', ({ body }, reply) => {
      if (!is(body, CodeRequest)) return reply.code(400).send({ error: 'invalid_request' })
      const { redirect_uri, ...person } = body
      return { code: sandbox.code(person, redirect_uri) }
    })
    app.get('/dev/identity/oauth/access_token', ({ query }, reply) => {
      const issued = is(query, ExchangeQuery) && sandbox.exchange(query)
      return issued || reply.code(400).send({ error: {} })
    })
    app.get('/dev/identity/debug_token', ({ query }, reply) =>
      is(query, DebugQuery)
        ? sandbox.debug(query.input_token, query.access_token)
        : reply.code(400).send({ error: {} }),
    )
    app.get('/dev/identity/me', ({ query }, reply) => {
      const me = is(query, MeQuery) && sandbox.me(query.access_token, query.appsecret_proof)
      return me || reply.code(400).send({ error: {} })
    })
    pageRoutes(app, sandbox, siteUrl)
  }
}

/** The consent page, and the redirect back. Only to the shop: a real provider also checks the addresses of its clients. */
function pageRoutes(app: FastifyInstance, sandbox: Sandbox, siteUrl: string): void {
  const isShop = (address: string, host: string) =>
    URL.canParse(address) && [new URL(siteUrl).host, host].includes(new URL(address).host)
  const redirectAddress = (provider: string, address: string, values: Record<string, string>) =>
    `${address}${provider === 'facebook' ? '?' : '#'}${new URLSearchParams(values)}`

  app.get('/dev/identity/:provider', ({ params, query, host }, reply) => {
    if (!is(params, Provider) || !is(query, AuthorizationQuery) || !isShop(query.redirect_uri, host))
      return reply.code(400).send({ error: 'invalid_request' })
    const { redirect_uri, state, nonce, ui_locales } = query
    const locale = ui_locales === 'mr' ? 'mr' : 'en'
    const parameters = { redirect_uri, state, ...(nonce && { nonce }) }
    const page = sandboxPage(
      params.provider,
      parameters,
      redirectAddress(params.provider, redirect_uri, { error: 'access_denied', state }),
      locale,
    )
    return reply.type('text/html; charset=utf-8').header('content-security-policy', SANDBOX_POLICY).send(page)
  })
  app.get('/dev/identity/:provider/allow', ({ params, query, host }, reply) => {
    if (!is(params, Provider) || !is(query, ApprovalQuery) || !isShop(query.redirect_uri, host))
      return reply.code(400).send({ error: 'invalid_request' })
    const { redirect_uri, state, nonce = '', first_name, last_name, email } = query
    const person = {
      id: `sandbox ${email || `${first_name} ${last_name}`}`,
      first_name,
      last_name,
      ...(email && { email, email_verified: true }),
    }
    const answer: Record<string, string> =
      params.provider === 'google'
        ? { id_token: sandbox.idToken(person, nonce) }
        : { code: sandbox.code(person, redirect_uri) }
    return reply.redirect(redirectAddress(params.provider, redirect_uri, { state, ...answer }), 303)
  })
}
