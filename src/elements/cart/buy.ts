import { navigate } from '#client/navigate.ts'
import { newProfilePath, signInPath, wishPath } from '#i18n/paths.ts'
import { addToCart } from '#stores/cart/cart.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { openCart, showCart } from '#islands/cart/open-cart.tsx'
import { pageLocale } from '../page-locale.ts'

export { openCart }

/**
 * Puts a plan or a title into the cart and shows the cart. An incomplete profile is completed first, and whoever is no
 * longer signed in signs in; both come back to this page, which fulfils their wish. Returns the fault that the caller has to
 * explain. `replacesPlan`: the plan takes the place of the one in the cart.
 */
export async function buy(variant: number, replacesPlan = false): Promise<string | undefined> {
  const changed = await addToCart(variant, replacesPlan)
  if (changed.ok) {
    // It is in the cart, whether its words could be fetched or not: the header counts it.
    await showCart().catch(alertOffline)
    return undefined
  }
  const locale = pageLocale()
  if (changed.fault === 'profileIncomplete') return void navigate(newProfilePath(locale, wishPath(location, variant)))
  if (changed.fault !== 'signedOut') return changed.fault
  return void navigate(signInPath(locale, wishPath(location, variant)))
}
