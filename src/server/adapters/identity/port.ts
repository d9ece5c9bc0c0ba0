import { askProvider } from '../ask-provider.ts'
/** A person whom a provider has proved. The key is the uid, never an address. */
export type Proved = {
  uid: string
  /** As the provider tells it. */
  email: string
  /** Whether the provider answers for the address: only then may it become one that signs in. */
  isMailProved: boolean
  firstName: string
  lastName: string
}

export type IdentityProvider = {
  /** What the browser shows the provider. Public. */
  clientId: string
  /** Where a browser is sent to be asked, and comes back from with a token or a code: no script of the provider is needed. */
  page: string
  /** Undefined: forged, expired, of another shop, or not answered by the provider. `redirect`: where the browser came back to. */
  prove(answer: string, nonce: string, now: Date, redirect: string): Promise<Proved | undefined>
}
export type Identities = { google?: IdentityProvider; facebook?: IdentityProvider; isSandbox: boolean }

/** No provider is waited for longer. */
export const PATIENCE_MS = 5_000

/** JSON of a provider. Undefined: no answer in time. */
export async function readJson(url: URL): Promise<{ body: unknown } | undefined> {
  const response = await askProvider(url, PATIENCE_MS).catch(() => undefined)
  if (!response?.ok) return undefined
  return { body: await response.json().catch(() => undefined) }
}
