import { loadMessages } from '#i18n/load-messages.ts'
import { localeOf } from '#i18n/locales.ts'
import { cart } from '#stores/cart/cart.ts'
import { openDialog } from '../shell/open-dialog.tsx'
import { CartDialog } from './CartDialog.tsx'

/** Opens the cart with the newest state of the server [CA-1]. */
export function openCart(): Promise<void> {
  void cart.load()
  return showCart()
}

/** Opens the cart with the state that the store already has. */
export async function showCart(): Promise<void> {
  const locale = localeOf(document.documentElement.lang)
  const sheet = document.querySelector('cart-link')?.getAttribute('sheet')
  if (!sheet) return
  const messages = await loadMessages(locale, 'cart')
  openDialog(sheet, (close) => <CartDialog {...{ locale, messages }} onClose={close} />)
}
