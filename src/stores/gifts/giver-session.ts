import { keepGiver } from '#client/browser.ts'
import { visitMemory } from '#client/storage.ts'
import { storageKeys } from '#contract/storage.ts'
import { createBasket } from '../cart/cart-lines.ts'

/** The cart of gifts, of a listener or of a guest who gives. */
export const gifts = createBasket({ gift: true })

/** In the storage of the tab: it opens one gift cart and nothing else, and outlives the way to the gateway and back. */
export function beGiver(token: string | undefined): void {
  if (token) visitMemory.keep(storageKeys.giverToken, token)
  else visitMemory.take(storageKeys.giverToken)
}

keepGiver(() => visitMemory.kept(storageKeys.giverToken))
