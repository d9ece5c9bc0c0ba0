import { createHmac, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import { createFacebook } from './facebook.ts'
import { createGoogle } from './google.ts'
import type { Identities } from './port.ts'

export type Person = {
  id: string
  email?: string
  email_verified?: boolean
  hd?: string
  first_name?: string
  last_name?: string
}
export type Sandbox = ReturnType<typeof createSandbox>

/** Known to everybody: what it signs counts in a demo only. */
export const SANDBOX = { clientId: 'sandbox-client', appId: 'sandbox-app', appSecret: 'sandbox-secret' } as const

/** The real adapters, pointed at the sandbox. */
export function sandboxIdentities(base: () => string): Identities {
  const { clientId, appId, appSecret } = SANDBOX
  return {
    google: createGoogle({ clientId, keysUrl: () => `${base()}/jwks.json`, page: '/dev/identity/google' }),
    facebook: createFacebook({ appId, appSecret, graphUrl: base, page: '/dev/identity/facebook' }),
    isSandbox: true,
  }
}

/** Both providers as they answer on the wire, for people that a test or a visitor of the demo makes up. */
export function createSandbox(now: () => Date) {
  const seconds = () => Math.floor(now().getTime() / 1000)
  return { ...createIssuer(seconds), ...createGraph(seconds) }
}

function createIssuer(seconds: () => number) {
  let pair: { publicKey: KeyObject; privateKey: KeyObject } | undefined
  // Only made when somebody uses it: it costs a tenth of a second of a start.
  const keys = () => (pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 }))
  const kid = randomUUID()
  return {
    keys: () => ({ keys: [{ ...keys().publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] }),
    /** `claims` and `head` override: for tokens that must be refused. */
    idToken(
      { id, first_name, last_name, ...person }: Person,
      nonce: string,
      claims: object = {},
      head: object = {},
    ): string {
      const body = {
        iss: 'https://accounts.google.com',
        aud: SANDBOX.clientId,
        sub: id,
        iat: seconds(),
        exp: seconds() + 3_600,
        nonce,
      }
      const names = { given_name: first_name, family_name: last_name }
      const parts = [
        { alg: 'RS256', typ: 'JWT', kid, ...head },
        { ...body, ...person, ...names, ...claims },
      ]
      const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
      return `${text}.${sign('RSA-SHA256', Buffer.from(text), keys().privateKey).toString('base64url')}`
    },
  }
}

function createGraph(seconds: () => number) {
  const people = new Map<string, { person: Person; appId: string }>()
  const codes = new Map<string, { person: Person; redirect: string; appId: string }>()
  return {
    /** `appId`: of the app that the token will name. */
    code(person: Person, redirect: string, appId: string = SANDBOX.appId): string {
      const code = randomUUID()
      codes.set(code, { person, redirect, appId })
      return code
    },
    /** Each code works once, for the secret of the app and the address that asked for it. */
    exchange({ code, client_id, client_secret, redirect_uri }: Record<string, string>): object | undefined {
      const known = codes.get(code ?? '')
      codes.delete(code ?? '')
      const isApp = client_id === SANDBOX.appId && client_secret === SANDBOX.appSecret
      if (!known || !isApp || known.redirect !== redirect_uri) return undefined
      const token = randomUUID()
      people.set(token, known)
      return { access_token: token, token_type: 'bearer', expires_in: 3_600 }
    },
    debug(token: string, asker: string): object {
      const known = people.get(token)
      if (asker !== `${SANDBOX.appId}|${SANDBOX.appSecret}` || !known) return { data: { is_valid: false } }
      return { data: { app_id: known.appId, is_valid: true, expires_at: seconds() + 3_600, user_id: known.person.id } }
    },
    me(token: string, proof: string): object | undefined {
      const right = createHmac('sha256', SANDBOX.appSecret).update(token).digest('hex') === proof
      const { id, first_name, last_name, email } = people.get(token)?.person ?? {}
      return right && id ? { id, first_name, last_name, email } : undefined
    },
  }
}
