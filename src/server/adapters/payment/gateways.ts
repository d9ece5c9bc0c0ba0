import { brand } from '#brand/brand.ts'
import { createCcavenue } from './ccavenue.ts'
import { createPaypal } from './paypal.ts'
import { createPayu } from './payu.ts'
import type { Payments } from './port.ts'
import type { Config } from '../../config.ts'

type Settings = Pick<Config, 'siteUrl' | 'payu' | 'ccavenue' | 'paypal' | 'paymentsLive'>
export const hasGateway = ({ payu, ccavenue, paypal }: Settings): boolean => Boolean(payu ?? ccavenue ?? paypal)

/** Uses the real hosts of the vendors, or their test hosts while `PAYMENTS=test`. */
export function paymentsOf(config: Settings, now: () => Date): Payments {
  const { payu, ccavenue, paypal, paymentsLive: live } = config
  const back = `${config.siteUrl}/api/payment`
  return {
    ...(payu && {
      payu: createPayu({
        ...payu,
        page: `https://${live ? 'secure' : 'test'}.payu.in/_payment`,
        commands: `https://${live ? 'info' : 'test'}.payu.in/merchant/postservice.php?form=2`,
        returnUrl: `${back}/payu/return`,
      }),
    }),
    ...(ccavenue && {
      ccavenue: createCcavenue({
        ...ccavenue,
        page: `https://${live ? 'secure' : 'test'}.ccavenue.com/transaction/transaction.do?command=initiateTransaction`,
        api: `https://${live ? 'api' : 'apitest'}.ccavenue.com/apis/servlet/DoWebTrans`,
        returnUrl: `${back}/ccavenue/return`,
        cancelUrl: `${back}/ccavenue/cancel`,
      }),
    }),
    ...(paypal && {
      paypal: createPaypal({
        ...paypal,
        api: live ? 'https://api-m.paypal.com' : 'https://api-m.sandbox.paypal.com',
        certificates: 'https://paypal.com',
        returnUrl: `${back}/paypal/return`,
        cancelUrl: `${back}/paypal/cancel`,
        brandName: brand.name.en,
        now,
      }),
    }),
  }
}
