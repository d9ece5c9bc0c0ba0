import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { brand } from '#brand/brand.ts'
import type { PasskeyJson } from '#contract/accounts/passkeys.ts'

/** The columns that every table of passkeys has. */
type StoredPasskey = { credential: string; public_key: Buffer; counter: number; transports: string[] | null }
/** `challenge`: as the browser will send it back, in base64url. */
export type Offer = { passkey: PasskeyJson; challenge: string }
/**
 * `isAlone`: the passkey is the whole sign-in, so the device must know the person by a finger, a face or a PIN, and must find the
 * passkey without being told a name. Otherwise it is a second factor.
 */
type Strength = { isAlone: boolean }
type Person = { handle: Uint8Array<ArrayBuffer>; userName: string; displayName: string }

/** Loaded with the first passkey: it costs a start memory, and it prints a warning of Node. */
const library = () => import('@simplewebauthn/server')

const relyingParty = (siteUrl: string) => ({ host: new URL(siteUrl).hostname, origin: new URL(siteUrl).origin })
const transportsOf = ({ transports }: StoredPasskey) => (transports ?? []) as AuthenticatorTransport[]
const descriptorsOf = (keys: readonly StoredPasskey[]) =>
  keys.map((key) => ({ id: key.credential, transports: transportsOf(key) }))

/** The options of the library as the JSON that they are on the wire. */
const asOffer = (options: { challenge: string }): Offer => ({ passkey: { ...options }, challenge: options.challenge })

/** What a browser needs to make a passkey. `challenge`: a text to sign; a random one when absent. */
export async function offerRegistration(
  siteUrl: string,
  { handle, userName, displayName }: Person,
  { existing, challenge, isAlone }: Strength & { existing: readonly StoredPasskey[]; challenge?: string },
): Promise<Offer> {
  const options = await (
    await library()
  ).generateRegistrationOptions({
    rpName: brand.name.en,
    rpID: relyingParty(siteUrl).host,
    userName,
    userDisplayName: displayName,
    userID: handle,
    attestationType: 'none',
    excludeCredentials: descriptorsOf(existing),
    authenticatorSelection: {
      residentKey: isAlone ? 'required' : 'preferred',
      userVerification: isAlone ? 'required' : 'preferred',
    },
    ...(challenge !== undefined && { challenge }),
  })
  return asOffer(options)
}

type Answer = Strength & { response: PasskeyJson; challenge: string }

function expectedOf<Json>(siteUrl: string, { response, challenge, isAlone }: Answer) {
  const { host, origin } = relyingParty(siteUrl)
  return {
    // The library checks the shape, and throws for any other.
    response: response as unknown as Json,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: isAlone,
  }
}

/** The new passkey, when it signed the challenge for this site; undefined for anything else. */
export async function verifyRegistration(siteUrl: string, answer: Answer): Promise<StoredPasskey | undefined> {
  const verified = await (
    await library()
  )
    .verifyRegistrationResponse(expectedOf<RegistrationResponseJSON>(siteUrl, answer))
    .catch(() => undefined)
  if (!verified?.verified) return undefined
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return { credential: id, public_key: Buffer.from(publicKey), counter, transports }
}

/** What a browser needs to ask for a passkey. Without `existing` the person picks among those of their device. */
export async function offerAuthentication(
  siteUrl: string,
  { existing = [], challenge, isAlone }: Strength & { existing?: readonly StoredPasskey[]; challenge?: string },
): Promise<Offer> {
  const options = await (
    await library()
  ).generateAuthenticationOptions({
    rpID: relyingParty(siteUrl).host,
    allowCredentials: descriptorsOf(existing),
    userVerification: isAlone ? 'required' : 'preferred',
    ...(challenge !== undefined && { challenge }),
  })
  return asOffer(options)
}

/**
 * The new counter, when the passkey signed the challenge for this site. A counter that does not rise is refused: another copy of
 * the passkey was used meanwhile. Passkeys that are synchronised by a provider always say 0.
 */
export async function verifyAuthentication(
  siteUrl: string,
  key: StoredPasskey,
  answer: Answer,
): Promise<number | undefined> {
  const verified = await (
    await library()
  )
    .verifyAuthenticationResponse({
      ...expectedOf<AuthenticationResponseJSON>(siteUrl, answer),
      credential: {
        id: key.credential,
        publicKey: new Uint8Array(key.public_key),
        counter: key.counter,
        transports: transportsOf(key),
      },
    })
    .catch(() => undefined)
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}
