import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { addLines, countLines, removeLines, showCart } from './carts.ts'
import { applyCoupon } from './apply-coupon.ts'
import { rememberNetworkCountry } from './buyers.ts'
import type { AppContext } from '../context.ts'

export function cartRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.cartCount, async (_input, _refuse, { userId }) => ({
    data: await countLines(context, `u${userId}`),
  }))
  registerEndpoint(app, endpoints.addToCart, (input, _refuse, buyer) => addLines(context, buyer, input))
  registerEndpoint(app, endpoints.removeFromCart, ({ token, cart_lines }, _refuse, buyer) =>
    removeLines(
      context,
      buyer,
      token,
      cart_lines.map(({ variant }) => variant),
    ),
  )
  registerEndpoint(app, endpoints.cartDetails, async ({ gift_cart }, _refuse, buyer, { country }) => {
    await rememberNetworkCountry(context.db, buyer, country)
    return showCart(context, buyer, gift_cart)
  })
  registerEndpoint(app, endpoints.applyCoupon, (input, _refuse, buyer, { address }) =>
    applyCoupon(context, buyer, input, address),
  )
}
