import { provideGiftToken, provideGiverLink } from '#client/browser-call.ts'
import { readFromTab, saveInTab, takeFromTab } from '#client/tab-storage.ts'
import { storageKeys } from '#contract/storage.ts'
import { createCart } from '../cart/cart-lines.ts'

/** The cart of gifts, of a listener or of a guest who gives. */
export const gifts = createCart({ gift: true })

/** In the storage of the tab: it opens one gift cart and nothing else, and outlives the way to the gateway and back. */
export function setGiftToken(token: string | undefined): void {
  if (token) saveInTab(storageKeys.giverToken, token)
  else takeFromTab(storageKeys.giverToken)
}

provideGiftToken(() => readFromTab(storageKeys.giverToken))

/** The mail to a guest who gave carries it in its link: it reads their order in any browser, whoever is signed in there. */
provideGiverLink(() => /^#(L\d+_\d+_[\w-]{43})$/.exec(location.hash)?.[1])
