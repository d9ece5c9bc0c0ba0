/** Who buys: a listener, or a guest who gives. `owner` marks their carts and orders. */
export type Buyer = { owner: string; userId: number | null; gifterId: number | null }

export const buyerOf = (userId: number): Buyer => ({ owner: `u${userId}`, userId, gifterId: null })
export const giverOf = (gifterId: number): Buyer => ({ owner: `g${gifterId}`, userId: null, gifterId })
