/** Brand names of the gateways, the same in every language. */
export const GATEWAY_NAMES = { payu: 'PayU', ccavenue: 'CCAvenue', paypal: 'PayPal' } as const
