import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { PasskeyJson } from '#contract/desk/staff.ts'

type Result = { ok: true; value: PasskeyJson } | { ok: false; fault: 'passkeyCancelled' | 'passkeyKnown' }

export const hasPasskeys = (): boolean => browserSupportsWebAuthn()

/** Makes a passkey on this device or a key. The options come from the server, which checks the answer. */
export const makePasskey = (options: PasskeyJson): Promise<Result> =>
  outcome(() => startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }))

/** Asks one of the person's passkeys to sign. */
export const askPasskey = (options: PasskeyJson): Promise<Result> =>
  outcome(() => startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }))

/** Closing the dialog of the browser is no error of the page. */
async function outcome(ask: () => Promise<object>): Promise<Result> {
  try {
    return { ok: true, value: { ...(await ask()) } }
  } catch (error) {
    const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    return { ok: false, fault: isKnown ? 'passkeyKnown' : 'passkeyCancelled' }
  }
}
