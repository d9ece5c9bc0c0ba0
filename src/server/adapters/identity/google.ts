import { createRemoteJWKSet, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { boolean, is, optional, string, type } from 'superstruct'
import { PATIENCE_MS, type IdentityProvider } from './port.ts'

type GoogleOptions = { clientId: string; keysUrl: () => string; page?: string }

const GOOGLE_PAGE = 'https://accounts.google.com/o/oauth2/v2/auth'
const GOOGLE_KEYS = 'https://www.googleapis.com/oauth2/v3/certs'
const ISSUERS = ['accounts.google.com', 'https://accounts.google.com']
const SKEW_SECONDS = 30
const KEYS_MS = 6 * 3_600_000
/** A token that names an unknown key makes us ask again, but not for every such token. */
const ASK_AGAIN_MS = 60_000

const Claims = type({
  // One audience: a token for several parties could be replayed here by each of them.
  aud: string(),
  sub: string(),
  nonce: string(),
  email: optional(string()),
  email_verified: optional(boolean()),
  hd: optional(string()),
  given_name: optional(string()),
  family_name: optional(string()),
})

/** An ID token, checked here: signature by the published keys, issuer, audience, time, nonce. */
export function createGoogle({ clientId, keysUrl, page = GOOGLE_PAGE }: GoogleOptions): IdentityProvider {
  let keys: JWTVerifyGetKey | undefined
  return {
    clientId,
    page,
    async prove(token, nonce, now) {
      // Not before: the address of the sandbox is known only when the shop listens.
      keys ??= keysAt(keysUrl())
      const claims = await claimsOf(token, keys, clientId, now)
      if (!is(claims, Claims) || claims.nonce !== nonce) return undefined
      const { sub, email = '', email_verified, hd, given_name = '', family_name = '' } = claims
      // Google answers for its own addresses and for those of its customers' domains, for no other.
      const isMailProved = email_verified === true && (email.toLowerCase().endsWith('@gmail.com') || !!hd)
      return { uid: sub, email, isMailProved, firstName: given_name, lastName: family_name }
    },
  }
}

const keysAt = (url: string): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(url), {
    timeoutDuration: PATIENCE_MS,
    cooldownDuration: ASK_AGAIN_MS,
    cacheMaxAge: KEYS_MS,
  })

/** Undefined: no token of Google for this shop, or its keys could not be fetched. */
async function claimsOf(token: string, keys: JWTVerifyGetKey, audience: string, currentDate: Date): Promise<unknown> {
  const verified = await jwtVerify(token, keys, {
    // Ours to choose: a token that asks for another algorithm, or for none, is no token.
    algorithms: ['RS256'],
    issuer: ISSUERS,
    audience,
    clockTolerance: SKEW_SECONDS,
    currentDate,
    requiredClaims: ['exp'],
  }).catch(() => undefined)
  return verified?.payload
}

export const googleKeys = (): string => GOOGLE_KEYS
