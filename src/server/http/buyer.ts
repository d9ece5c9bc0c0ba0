/** A listener, or a guest who buys a gift. `owner` is the column of that name in carts and orders. */
export type Buyer = { owner: string; userId: number | null; giverId: number | null }

export const buyerOf = (userId: number): Buyer => ({ owner: `u${userId}`, userId, giverId: null })
export const guestBuyerOf = (giverId: number): Buyer => ({ owner: `g${giverId}`, userId: null, giverId })
