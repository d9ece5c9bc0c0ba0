import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { array, boolean, enums, is, literal, number, optional, string, type } from 'superstruct'
import { readJson, type IdentityProvider } from './port.ts'

export type GoogleOptions = { clientId: string; keysUrl: () => string; page?: string }

const GOOGLE_PAGE = 'https://accounts.google.com/o/oauth2/v2/auth'
const GOOGLE_KEYS = 'https://www.googleapis.com/oauth2/v3/certs'
const SKEW_SECONDS = 30
/** A token that names an unknown key makes us ask again, but not for every such token. */
const ASK_AGAIN_MS = 60_000

const Head = type({ alg: literal('RS256'), kid: string() })
const Key = type({ kty: literal('RSA'), kid: string(), n: string(), e: string() })
const Keys = type({ keys: array(type({ kid: optional(string()) })) })
const Claims = type({
  iss: enums(['accounts.google.com', 'https://accounts.google.com']),
  aud: string(),
  sub: string(),
  exp: number(),
  nonce: string(),
  email: optional(string()),
  email_verified: optional(boolean()),
  hd: optional(string()),
  given_name: optional(string()),
  family_name: optional(string()),
})

/** An ID token, checked here: signature by the published keys, issuer, audience, time, nonce. */
export function createGoogle({ clientId, keysUrl, page = GOOGLE_PAGE }: GoogleOptions): IdentityProvider {
  const keyOf = createKeys(keysUrl)
  return {
    clientId,
    page,
    async prove(token, nonce, now) {
      const [head = '', body = '', signature = '', ...rest] = token.split('.')
      const [header, claims] = [decode(head), decode(body)]
      // The algorithm is ours to choose: a token that asks for another one, or for none, is no token.
      if (rest.length > 0 || !is(header, Head) || !is(claims, Claims)) return undefined
      const key = await keyOf(header.kid, now)
      if (!key || !verify('RSA-SHA256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')))
        return undefined
      if (claims.aud !== clientId || claims.nonce !== nonce || claims.exp + SKEW_SECONDS <= now.getTime() / 1000)
        return undefined
      const { sub, email = '', email_verified, hd, given_name = '', family_name = '' } = claims
      // Google answers for its own addresses and for those of its customers' domains, for no other (protocols 3.1).
      const isMailProved = email_verified === true && (email.toLowerCase().endsWith('@gmail.com') || !!hd)
      return { uid: sub, email, isMailProved, firstName: given_name, lastName: family_name }
    },
  }
}

function createKeys(keysUrl: () => string): (kid: string, now: Date) => Promise<KeyObject | undefined> {
  let kept = new Map<string, KeyObject>()
  let ends = 0
  let asked = -Infinity

  async function refresh(at: number): Promise<void> {
    asked = at
    const answer = await readJson(new URL(keysUrl()))
    if (!answer || !is(answer.body, Keys)) return
    const keys = answer.body.keys.filter((key) => is(key, Key))
    kept = new Map(keys.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]))
    ends = at + Number(/max-age=(\d+)/.exec(answer.headers.get('cache-control') ?? '')?.[1] ?? 300) * 1000
  }

  return async (kid, now) => {
    const at = now.getTime()
    if (at >= ends || (!kept.has(kid) && at - asked >= ASK_AGAIN_MS)) await refresh(at)
    return kept.get(kid)
  }
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

export const googleKeys = (): string => GOOGLE_KEYS
