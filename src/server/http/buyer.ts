/** A listener, or a guest who buys a gift. `owner` is the column of that name in carts and orders. */
export type Buyer = { owner: string; userId: number | null; gifterId: number | null }

export const buyerOf = (userId: number): Buyer => ({ owner: `u${userId}`, userId, gifterId: null })
export const guestBuyerOf = (gifterId: number): Buyer => ({ owner: `g${gifterId}`, userId: null, gifterId })
