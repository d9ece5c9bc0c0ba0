import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import {
  createSandbox,
  SANDBOX,
  sandboxIdentities,
  type Person,
} from '../../../src/server/adapters/identity/sandbox.ts'
import { buildApp } from '../../../src/server/app.ts'
import { sandboxRoutes } from '../../../src/server/demo/identity-sandbox-routes.ts'
import { advanceClock, ask, linkTo, makeListener, PASSWORD } from '../support/personas.ts'
import { call, useShop } from '../support/shop.ts'

const shop = useShop('empty')
const sandbox = createSandbox(() => shop().clock.now)
let provider: FastifyInstance
let address = ''
beforeAll(async () => {
  provider = await buildApp(shop().context, { plugins: [sandboxRoutes(sandbox, 'https://shop.test')] })
  address = await provider.listen({ host: '127.0.0.1', port: 0 })
  shop().context.identities = sandboxIdentities(() => `${address}/dev/identity`)
})
afterAll(() => provider.close())

const nonce = async () => (await call(shop(), endpoints.loginProviders, {})).nonce
const RETURN = 'https://shop.test/sign-in/'
const signIn = async (
  login_type: 'google' | 'facebook',
  answer: string,
  used?: string,
  more: object = {},
  redirect_uri = RETURN,
) =>
  (
    await ask(shop(), endpoints.login, {
      login_type,
      ...(login_type === 'google' ? { access_token: answer } : { code: answer }),
      extra_data: { nonce: used ?? (await nonce()), redirect_uri },
      ...more,
    })
  ).body
const person = (id: string, more: object = {}): Person => ({
  id,
  email: `${id}@gmail.com`,
  email_verified: true,
  first_name: 'Asha',
  last_name: 'Joshi',
  ...more,
})
const google = async (who: Person, claims: object = {}, head: object = {}) => {
  const fresh = await nonce()
  return signIn('google', sandbox.idToken(who, fresh, claims, head), fresh)
}
const REFUSED = { status: '11', message: 'socialRefused' }

describe('Google', () => {
  it('[SI-2] signs in, creates an account the first time, and finds it by its id even with another address', async () => {
    expect(await google(person('g1'))).toMatchObject({
      status: '1',
      email: 'g1@gmail.com',
      first_name: 'Asha',
      is_new_user: true,
    })
    expect(await google(person('g1', { email: 'else@gmail.com' }))).toMatchObject({
      status: '1',
      email: 'g1@gmail.com',
      is_new_user: false,
    })
  })

  it.each([
    ['another audience', { aud: 'other-client' }, {}],
    ['two audiences', { aud: [SANDBOX.clientId, 'other'] }, {}],
    ['another issuer', { iss: 'https://evil.test' }, {}],
    ['an issuer that begins alike', { iss: 'https://accounts.google.com.evil.test' }, {}],
    ['a time that is over', { exp: 1 }, {}],
    ['another nonce', { nonce: 'mine' }, {}],
    ['no nonce', { nonce: undefined }, {}],
    ['an unknown key', {}, { kid: 'unknown' }],
    ['no algorithm', {}, { alg: 'none' }],
    ['a shared-secret algorithm', {}, { alg: 'HS256' }],
  ])('[SI-2] attack case 59: refuses a token with %s', async (_what, claims, head) => {
    expect(await google(person('g2'), claims, head)).toEqual(REFUSED)
  })

  it('[SI-2] attack case 59: refuses tokens that are signed with the public key as a secret, with another key, or not at all', async () => {
    const [fresh, next, last] = [await nonce(), await nonce(), await nonce()]
    const [key] = sandbox.keys().keys
    const parts = (token: string) => token.split('.').slice(0, 2).join('.')
    const asSecret = parts(sandbox.idToken(person('g3'), fresh, {}, { alg: 'HS256' }))
    expect(
      await signIn(
        'google',
        `${asSecret}.${createHmac('sha256', JSON.stringify(key)).update(asSecret).digest('base64url')}`,
        fresh,
      ),
    ).toEqual(REFUSED)
    const foreign = parts(sandbox.idToken(person('g3'), next))
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    expect(
      await signIn(
        'google',
        `${foreign}.${sign('RSA-SHA256', Buffer.from(foreign), privateKey).toString('base64url')}`,
        next,
      ),
    ).toEqual(REFUSED)
    expect(await signIn('google', `${parts(sandbox.idToken(person('g3'), last))}.`, last)).toEqual(REFUSED)
  })

  it('[SI-2] attack case 59: accepts a token once, and only with a fresh nonce of the shop', async () => {
    const fresh = await nonce()
    const token = sandbox.idToken(person('g4'), fresh)
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn('google', token, fresh)))
    expect(answers.filter(({ status }) => status === '1')).toHaveLength(1)
    expect(await signIn('google', sandbox.idToken(person('g4'), 'a-b-c'), 'a-b-c')).toEqual(REFUSED)
    const old = await nonce()
    advanceClock(shop(), 601)
    expect(await signIn('google', sandbox.idToken(person('g4'), old), old)).toEqual(REFUSED)
  })

  it('[SI-2] ignores id, names and address of the request body', async () => {
    const fresh = await nonce()
    const more = { uid: 'g1', email: 'g1@gmail.com', first_name: 'Mallory' }
    expect(await signIn('google', sandbox.idToken(person('g5'), fresh), fresh, more)).toMatchObject({
      email: 'g5@gmail.com',
      first_name: 'Asha',
    })
  })

  it('[SI-2] fails while the provider does not answer, and works again afterwards', async () => {
    shop().context.identities = sandboxIdentities(() => 'http://127.0.0.1:9/dev/identity')
    expect(await google(person('g6'))).toEqual(REFUSED)
    shop().context.identities = sandboxIdentities(() => `${address}/dev/identity`)
    expect(await google(person('g6'))).toMatchObject({ status: '1' })
  })
})

describe('an existing account', () => {
  it('[SI-2] attack case 61: is not opened by its address at another provider, and keeps its sessions', async () => {
    await makeListener(shop(), 'mine@gmail.com')
    expect(await google(person('g7', { email: 'Mine@gmail.com' }))).toEqual({ status: '5', message: 'linkFirst' })
    expect(await shop().db.query(`select 1 from identities where uid = 'g7'`)).toEqual([])
  })

  it('[SI-2] attack case 61: is not linked to what an attacker started with its address', async () => {
    const email = 'victim@gmail.com'
    await ask(shop(), endpoints.registerEmail, { email })
    const begun = await linkTo(shop(), email)
    const { token } = await google(person('attacker', { email, email_verified: false }))
    const victim = await google(person('victim'))
    expect(victim).toMatchObject({ status: '1', email, is_new_user: true })
    const form = {
      email,
      token: begun,
      password: PASSWORD,
      country: 'IN',
      state: 'MH',
      first_name: 'A',
      last_name: 'B',
      mobile: '9876543210',
      newsletter_subscribed: false,
    }
    expect((await ask(shop(), endpoints.register, form)).body).toEqual({ status: false, fault: 'linkExpired' })
    expect((await ask(shop(), endpoints.login, { login_type: 'normal', email, password: PASSWORD })).body).toEqual({
      status: '2',
    })
    const seen = await ask(shop(), endpoints.myProfile, {}, { token })
    expect(seen.body.data.my_profile).toMatchObject({ can_change_email: true, email })
    expect(
      await shop().db.query('select count(distinct user_id) from identities where uid in ($1, $2)', [
        'attacker',
        'victim',
      ]),
    ).toEqual([{ count: 2 }])
  })

  it('[SI-2] attack case 61: is linked by Google only for addresses of Google and of its customers’ domains', async () => {
    expect(await google(person('g8', { email: 'a@other.test' }))).toMatchObject({ status: '1', email: 'a@other.test' })
    expect(await google(person('g9', { email: 'b@firm.test', hd: 'firm.test' }))).toMatchObject({ status: '1' })
    expect(
      await shop().db.query(
        `select email, contact_email from users where contact_email = 'a@other.test' or email = 'b@firm.test' order by id`,
      ),
    ).toEqual([
      { email: null, contact_email: 'a@other.test' },
      { email: 'b@firm.test', contact_email: '' },
    ])
  })
})

describe('Facebook', () => {
  it('[SI-2] signs in by the id of the token, with or without an address', async () => {
    expect(await signIn('facebook', sandbox.code(person('f1'), RETURN))).toMatchObject({
      status: '1',
      is_new_user: true,
      first_name: 'Asha',
    })
    expect(await signIn('facebook', sandbox.code({ id: 'f1' }, RETURN))).toMatchObject({
      status: '1',
      is_new_user: false,
    })
  })

  it('[SI-2] attack case 60: refuses a token of another app and an unknown token, and ignores the id of the body', async () => {
    expect(await signIn('facebook', sandbox.code(person('f1'), RETURN, 'other-app'))).toEqual(REFUSED)
    expect(await signIn('facebook', 'unknown')).toEqual(REFUSED)
    expect(
      await signIn('facebook', sandbox.code({ id: 'f2', first_name: 'Other' }, RETURN), undefined, { uid: 'f1' }),
    ).toMatchObject({ first_name: 'Other' })
  })

  it('[SI-2] attack case 60: takes a code once, for the address that it came to, and no token of the browser', async () => {
    const code = sandbox.code(person('f4'), RETURN)
    expect(await signIn('facebook', code, undefined, {}, 'https://evil.test/')).toEqual(REFUSED)
    const next = sandbox.code(person('f4'), RETURN)
    expect(await signIn('facebook', next)).toMatchObject({ status: '1' })
    expect(await signIn('facebook', next)).toEqual(REFUSED)
    const issued = sandbox.exchange({
      code: sandbox.code(person('f4'), RETURN),
      client_id: SANDBOX.appId,
      client_secret: SANDBOX.appSecret,
      redirect_uri: RETURN,
    }) as { access_token: string }
    expect(await signIn('facebook', '', undefined, { access_token: issued.access_token })).toEqual(REFUSED)
  })

  it('[SI-2] attack case 61: never links by its unverified address', async () => {
    await makeListener(shop(), 'both@x.test')
    expect(await signIn('facebook', sandbox.code(person('f3', { email: 'both@x.test' }), RETURN))).toMatchObject({
      status: '1',
      is_new_user: true,
    })
    expect(
      (await ask(shop(), endpoints.login, { login_type: 'normal', email: 'both@x.test', password: PASSWORD })).body,
    ).toMatchObject({
      is_subscribed: false,
      status: '1',
    })
    expect(await shop().db.query(`select count(*) from users where email = 'both@x.test'`)).toEqual([{ count: 1 }])
  })
})

describe('the identity sandbox', () => {
  it('[SI-2] answers over HTTP like the providers', async () => {
    const post = async (path: string, body: object) =>
      (
        await fetch(`${address}/dev/identity/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json()
    const fresh = await nonce()
    const { id_token } = await post('token', { ...person('s1'), nonce: fresh })
    expect(await signIn('google', id_token, fresh)).toMatchObject({ status: '1' })
    const { code } = await post('code', { id: 's2', redirect_uri: RETURN })
    expect(await signIn('facebook', code)).toMatchObject({ status: '1' })
  })

  const authorization = {
    redirect_uri: 'https://shop.test/mr/sign-in/',
    state: 'st"ate',
    nonce: 'n-1',
    ui_locales: 'mr',
  }
  const openProvider = (path: string, query: Record<string, string>) =>
    provider.inject({ url: `/dev/identity/${path}`, query })

  it('[SI-2] shows a page without scripts, in the language of the shop, with escaped parameters', async () => {
    const { statusCode, headers, body } = await openProvider('google', authorization)
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';/)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toContain('<html lang="mr">')
    expect(body).toContain('value="st&quot;ate"')
    expect(body).toContain('href="https://shop.test/mr/sign-in/#error=access_denied&amp;state=st%22ate"')
    expect((await openProvider('facebook', { ...authorization, ui_locales: '<b>' })).body).toContain('<html lang="en">')
  })

  it('[SI-2] answers with a token in the fragment or a code in the query, to the shop only, and the shop accepts both', async () => {
    const fresh = await nonce()
    const somebody = { first_name: 'Asha', last_name: 'Joshi', email: 'page@gmail.com' }
    const { statusCode, headers } = await openProvider('google/allow', { ...authorization, ...somebody, nonce: fresh })
    const back = new URL(String(headers['location']))
    expect([statusCode, back.origin + back.pathname, back.search]).toEqual([303, authorization.redirect_uri, ''])
    const answer = new URLSearchParams(back.hash.slice(1))
    expect(answer.get('state')).toBe(authorization.state)
    expect(await signIn('google', answer.get('id_token') ?? '', fresh)).toMatchObject({
      status: '1',
      email: 'page@gmail.com',
    })
    const other = new URL(
      String((await openProvider('facebook/allow', { ...authorization, ...somebody })).headers['location']),
    )
    expect([other.hash, other.searchParams.get('state')]).toEqual(['', authorization.state])
    const code = other.searchParams.get('code') ?? ''
    expect(await signIn('facebook', code, undefined, {}, authorization.redirect_uri)).toMatchObject({
      status: '1',
      is_new_user: true,
    })
  })

  it.each([
    ['https://evil.test/sign-in/'],
    ['https://shop.test.evil.test/'],
    ['https://shop.test@evil.test/'],
    ['//evil.test/'],
    ['javascript:alert(1)'],
    ['/sign-in/'],
  ])('[SI-2] attack case 63: does not redirect to %s', async (redirect_uri) => {
    const nobody = { first_name: 'A', last_name: 'B', email: '' }
    expect((await openProvider('google', { ...authorization, redirect_uri })).statusCode).toBe(400)
    const { statusCode, headers } = await openProvider('google/allow', { ...authorization, ...nobody, redirect_uri })
    expect([statusCode, headers['location']]).toEqual([400, undefined])
  })

  it('[SI-2] has two providers, and refuses invalid requests', async () => {
    for (const query of [{}, { ...authorization, state: '' }, { ...authorization, redirect_uri: 'x' }] as Record<
      string,
      string
    >[])
      expect((await openProvider('google', query)).statusCode).toBe(400)
    expect((await openProvider('twitter', authorization)).statusCode).toBe(400)
  })

  it('[SI-2] does not exist in production, where a provider is offered only with its settings', async () => {
    expect((await shop().app.inject('/dev/identity/jwks.json')).statusCode).toBe(404)
    shop().context.identities = { isSandbox: false }
    expect(await call(shop(), endpoints.loginProviders, {})).toMatchObject({
      google: null,
      facebook: null,
      is_sandbox: false,
    })
    expect(await google(person('g1'))).toEqual(REFUSED)
  })
})
