import type { PasskeyJson } from '#contract/accounts/passkeys.ts'
import type { AppContext } from '../../context.ts'
import { createNonce, spendNonce } from '../nonces.ts'

type Dependencies = Pick<AppContext, 'db' | 'encryption' | 'now'>

export const SIGN_IN = 'passkey sign-in'
/** A challenge to make a passkey belongs to one session: no other account can answer it. */
export const registrationOf = (userId: number, session: Buffer): string =>
  `passkey of ${userId} in ${session.toString('hex')}`

/** A text for a passkey to sign, once and within ten minutes. */
export const createChallenge = (context: Dependencies, purpose: string): string => createNonce(context, purpose)

/**
 * The challenge that the browser says was signed, when it was ours for this purpose; the second call for it gets nothing. The
 * signature over it is checked afterwards.
 */
export async function spendChallenge(
  context: Dependencies,
  response: PasskeyJson,
  purpose: string,
): Promise<string | undefined> {
  const challenge = challengeIn(response)
  const isOurs =
    challenge !== undefined && (await spendNonce(context, Buffer.from(challenge, 'base64url').toString(), purpose))
  return isOurs ? challenge : undefined
}

function challengeIn({ response }: PasskeyJson): string | undefined {
  if (typeof response !== 'object' || response === null || !('clientDataJSON' in response)) return undefined
  try {
    const client: unknown = JSON.parse(Buffer.from(String(response.clientDataJSON), 'base64url').toString())
    const isObject = typeof client === 'object' && client !== null && 'challenge' in client
    return isObject && typeof client.challenge === 'string' ? client.challenge : undefined
  } catch {
    return undefined
  }
}
