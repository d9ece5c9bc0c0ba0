import { digits } from '#i18n/format.ts'
import { $cartCount } from '#stores/cart/cart-count.ts'
import { pageLocale } from '../page-locale.ts'

/** Shows how much is in the cart. Returns the end of it. */
export const followCartCount = (element: HTMLElement): (() => void) =>
  $cartCount.subscribe((count) => {
    const link = element.querySelector('a')
    const number = link?.querySelector('.number')
    if (!link || !number) return
    link.hidden = count === 0
    number.textContent = digits(count, pageLocale())
  })
