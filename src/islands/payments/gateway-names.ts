/** Names of the houses that take the money: the same in every language. */
export const GATEWAY_NAMES = { payu: 'PayU', ccavenue: 'CCAvenue', paypal: 'PayPal' } as const
