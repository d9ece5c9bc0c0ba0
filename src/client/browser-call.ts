import { createClient } from './call.ts'

/** Where the session token comes from. The session store provides it, because the client may not import a store. */
type SessionProvider = { token(): Promise<string | undefined>; refused(token: string): void }
let session: SessionProvider | undefined

export function provideSession(provider: SessionProvider): void {
  session = provider
}

let findGiftToken: () => string | undefined = () => undefined

/** Sets how the token of a guest who buys a gift is found (`addGiftingUser`). */
export function provideGiftToken(find: () => string | undefined): void {
  findGiftToken = find
}

let findGiverLink: () => string | undefined = () => undefined

/** Sets how the token of a mailed link to a gift order is found. */
export function provideGiverLink(find: () => string | undefined): void {
  findGiverLink = find
}

let sessionCalls = new AbortController()

/** Aborts the calls of the session that still wait for their reply: after logging out the server would refuse them. */
export function abortSessionCalls(): void {
  sessionCalls.abort()
  sessionCalls = new AbortController()
}

export const credentials = {
  stop: () => sessionCalls.signal,
  token: async () => session?.token(),
  giver: () => findGiftToken(),
  giverLink: () => findGiverLink(),
  refused: (token: string) => session?.refused(token),
}

/** The API as the browser reaches it: same origin, in the language of the page. */
export const call = createClient({ base: '', credentials, language: () => document.documentElement.lang })
