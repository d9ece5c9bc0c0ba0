import { createClient } from './call.ts'

/** Who knows the listener's token. The store of the session sets it: nothing below a store knows of one. */
export type Keeper = { token(): Promise<string | undefined>; refused(token: string): void }
let keeper: Keeper | undefined

export function keepCredentials(given: Keeper): void {
  keeper = given
}

let giverOf: () => string | undefined = () => undefined

/** How the token of a guest who gives is found (`addGiftingUser`). */
export function keepGiver(find: () => string | undefined): void {
  giverOf = find
}

export const credentials = {
  token: async () => keeper?.token(),
  giver: () => giverOf(),
  refused: (token: string) => keeper?.refused(token),
}

/** The API as the browser reaches it: same origin, in the language of the page. */
export const call = createClient({ base: '', credentials, language: () => document.documentElement.lang })
