import type { FastifyInstance } from 'fastify'
import { endpoints as rows } from '#contract/index.ts'
import { serve } from '../lib/serve.ts'
import { addLines, countLines, removeLines, showCart } from '../services/selling/carts.ts'
import { applyCoupon } from '../services/selling/apply-coupon.ts'
import type { World } from '../world.ts'

export function cartRoutes(app: FastifyInstance, world: World): void {
  serve(app, rows.cartCount, async (_input, _refuse, { userId }) => ({ data: await countLines(world, `u${userId}`) }))
  serve(app, rows.addToCart, (input, _refuse, buyer) => addLines(world, buyer, input))
  serve(app, rows.removeFromCart, ({ token, cart_lines }, _refuse, buyer) =>
    removeLines(
      world,
      buyer,
      token,
      cart_lines.map(({ variant }) => variant),
    ),
  )
  serve(app, rows.cartDetails, ({ gift_cart }, _refuse, buyer) => showCart(world, buyer, gift_cart))
  serve(app, rows.applyCoupon, (input, _refuse, buyer, { address }) => applyCoupon(world, buyer, input, address))
}
