import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { brand } from '#brand/brand.ts'
import { createCcavenue, type CcavenueSettings } from './ccavenue.ts'
import { createPaypal } from './paypal.ts'
import { createPayu, type PayuSettings } from './payu.ts'
import { minorOf, type GatewayName, type Payments } from './port.ts'

/** Public keys: production refuses them. */
export const SANDBOX_KEYS = {
  payu: { key: 'sandbox', salt: 'sandbox-salt' },
  ccavenue: { merchantId: '1', accessCode: 'SANDBOX', workingKey: 'sandbox-working-key' },
  paypal: {
    clientId: 'sandbox',
    secret: 'sandbox-secret',
    merchantId: 'SANDBOXMERCHANT',
    webhookId: 'SANDBOX-WEBHOOK',
  },
} as const

export type SandboxState = 'started' | 'approved' | 'paid' | 'pending' | 'failed' | 'cancelled' | 'refunded'
/** One payment as its gateway stores it. */
export type SandboxPayment = {
  gateway: GatewayName
  key: string
  /** The gateway's name of the payment. */
  id: string
  amount: string
  currency: string
  state: SandboxState
  /** PayPal only: the state after the capture. */
  stateAfterCapture?: SandboxState
  /** The fields of the request. Replies repeat some of them. */
  fields: Record<string, string>
  returnUrl: string
  cancelUrl: string
  merchant: string
  locale: 'en' | 'mr'
  /** Minor units that went back, by the key of the refund. */
  returned?: Map<string, number>
  /** Tests only: a chargeback of the payer's bank. */
  isChargedBack?: boolean
  /** The payer's country as the gateway tells it, and how they paid. */
  country?: string
  mode?: string
}
/** A mandate as its gateway stores it. `next`: the result of the next debit. */
export type SandboxMandate = {
  isEnded: boolean
  next: SandboxState
  debits: number
  notices: Map<string, { amount: string; debitDate: string; at: number }>
  /** PayPal only: the debits it made by itself. */
  sales: { id: string; state: 'paid' | 'refunded'; amount: string; at: number }[]
}
export type PaymentSandbox = ReturnType<typeof createPaymentSandbox>

/** Returns a part of a payment, or all of it. A repeated key is the same refund. */
export function returnMoney(payment: SandboxPayment, key: string, amount: string | undefined): void {
  const whole = minorOf(payment.amount) ?? 0
  payment.returned ??= new Map()
  payment.returned.set(key, minorOf(amount) ?? whole)
  if (returnedBy(payment) >= whole) payment.state = 'refunded'
}
export const returnedBy = ({ returned }: SandboxPayment): number =>
  [...(returned?.values() ?? [])].reduce((sum, one) => sum + one, 0)

/** The addresses of the gateways below `/dev/pay`, and the return addresses of the shop. */
function sandboxSettings(gateways: string, shop: string): { payu: PayuSettings; ccavenue: CcavenueSettings } {
  const back = `${shop}/api/payment`
  return {
    payu: {
      ...SANDBOX_KEYS.payu,
      page: `${gateways}/payu/_payment`,
      commands: `${gateways}/payu/postservice`,
      returnUrl: `${back}/payu/return`,
    },
    ccavenue: {
      ...SANDBOX_KEYS.ccavenue,
      page: `${gateways}/ccavenue/transaction.do`,
      api: `${gateways}/ccavenue/api`,
      returnUrl: `${back}/ccavenue/return`,
      cancelUrl: `${back}/ccavenue/cancel`,
    },
  }
}

/** The real adapters with the addresses of the sandbox. `server`: for requests of this process; `site`: for browsers. */
export function sandboxPayments(server: string, site: string, now: () => Date): Payments {
  const inside = sandboxSettings(`${server}/dev/pay`, site)
  const outside = sandboxSettings(`${site}/dev/pay`, site)
  return {
    payu: createPayu({ ...outside.payu, commands: inside.payu.commands }),
    ccavenue: createCcavenue({ ...outside.ccavenue, api: inside.ccavenue.api }),
    paypal: createPaypal({
      ...SANDBOX_KEYS.paypal,
      api: `${server}/dev/pay/paypal`,
      certificates: server,
      approvals: new URL(site).origin,
      returnUrl: `${site}/api/payment/paypal/return`,
      cancelUrl: `${site}/api/payment/paypal/cancel`,
      brandName: brand.name.en,
      now,
    }),
  }
}

/** The state of the three gateways. It ends with the process: a started payment is unknown after a restart. */
export function createPaymentSandbox(now: () => Date) {
  const payments = new Map<string, SandboxPayment>()
  const find = (gateway: GatewayName, keyOrId: string) =>
    [...payments.values()].find((one) => one.gateway === gateway && (one.key === keyOrId || one.id === keyOrId))
  const mandates = new Map<string, SandboxMandate>()
  return {
    now,
    find,
    ...createWebhookSigner(now),
    /** `id`: the gateway's name of the first payment, or of the subscription. */
    mandate(id: string): SandboxMandate {
      const mandate = mandates.get(id) ?? { isEnded: false, next: 'paid', debits: 0, notices: new Map(), sales: [] }
      mandates.set(id, mandate)
      return mandate
    },
    /** A sale of PayPal: the first payment of a subscription, or a later debit. */
    saleOf: (id: string): { state: SandboxState } | undefined =>
      find('paypal', id.replace(/^S/, '')) ??
      [...mandates.values()].flatMap(({ sales }) => sales).find((sale) => sale.id === id),
    /** A repeated key returns the existing payment. */
    begin(payment: Omit<SandboxPayment, 'id' | 'state' | 'stateAfterCapture'>, prefix = ''): SandboxPayment {
      const known = payments.get(`${payment.gateway} ${payment.key}`)
      if (known) return known
      const created: SandboxPayment = {
        ...payment,
        id: prefix + randomBytes(8).toString('hex').toUpperCase(),
        state: 'started',
      }
      payments.set(`${payment.gateway} ${payment.key}`, created)
      return created
    },
  }
}

/** PayPal's certificate and its signatures. */
function createWebhookSigner(now: () => Date) {
  let pair: { publicKey: KeyObject; privateKey: KeyObject } | undefined
  // Generated at the first use: it would delay every start by 0.1 s.
  const keys = () => (pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 }))
  return {
    certificate: () => keys().publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    /** The headers of a signed webhook. */
    signWebhook(body: string, certificateUrl: string): Record<string, string> {
      const [id, time] = [randomBytes(16).toString('hex'), now().toISOString()]
      const signed = `${id}|${time}|${SANDBOX_KEYS.paypal.webhookId}|${crc32(body)}`
      return {
        'content-type': 'application/json',
        'paypal-transmission-id': id,
        'paypal-transmission-time': time,
        'paypal-transmission-sig': sign('RSA-SHA256', Buffer.from(signed), keys().privateKey).toString('base64'),
        'paypal-cert-url': certificateUrl,
        'paypal-auth-algo': 'SHA256withRSA',
      }
    },
  }
}
