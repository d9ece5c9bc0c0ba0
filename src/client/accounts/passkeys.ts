import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { PasskeyJson } from '#contract/accounts/passkeys.ts'

type Result = { ok: true; value: PasskeyJson } | { ok: false; fault: 'passkeyCancelled' | 'passkeyKnown' }

export const hasPasskeys = (): boolean => browserSupportsWebAuthn()

/** Whether the browser can offer passkeys among the suggestions of a field. */
export const canSuggestPasskeys = (): Promise<boolean> => browserSupportsWebAuthnAutofill()

/** Makes a passkey on this device or a key. The options come from the server, which checks the answer. */
export const makePasskey = (options: PasskeyJson): Promise<Result> =>
  outcome(() => startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }))

/** Asks one of the person's passkeys to sign. `isSuggestion`: only offers it in the field with `autocomplete="… webauthn"`. */
export const askPasskey = (options: PasskeyJson, isSuggestion = false): Promise<Result> =>
  outcome(() =>
    startAuthentication({
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill: isSuggestion,
    }),
  )

/** Ends what waits for a person. A browser answers one request at a time. */
export const dropPasskeyRequest = (): void => WebAuthnAbortService.cancelCeremony()

/** Closing the dialog of the browser is no error of the page. */
async function outcome(ask: () => Promise<object>): Promise<Result> {
  try {
    return { ok: true, value: { ...(await ask()) } }
  } catch (error) {
    const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    return { ok: false, fault: isKnown ? 'passkeyKnown' : 'passkeyCancelled' }
  }
}
