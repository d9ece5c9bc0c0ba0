import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { brand } from '#brand/brand.ts'
import { createCcavenue, type CcavenueSettings } from './ccavenue.ts'
import { createPaypal } from './paypal.ts'
import { createPayu, type PayuSettings } from './payu.ts'
import type { GatewayName, Payments } from './port.ts'

/** Known to everybody: what they seal counts in a demo only, and production refuses them. */
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
/** One payment at one of the three, as that gateway sees it. */
export type SandboxPayment = {
  gateway: GatewayName
  key: string
  /** The gateway's name for it. */
  id: string
  amount: string
  currency: string
  state: SandboxState
  /** Of PayPal: what becomes of it when the shop takes the money. */
  then?: SandboxState
  /** What it asked with: goes back with the answer. */
  fields: Record<string, string>
  returnUrl: string
  cancelUrl: string
  merchant: string
  locale: 'en' | 'mr'
}
/** A consent as its gateway keeps it. `next`: how the next debit ends. */
export type SandboxMandate = {
  isEnded: boolean
  next: SandboxState
  debits: number
  notices: Map<string, { amount: string; debitDate: string; at: number }>
  /** Of PayPal: what it billed by itself. */
  sales: { id: string; state: 'paid' | 'refunded'; amount: string; at: number }[]
}
export type PaymentSandbox = ReturnType<typeof createPaymentSandbox>

/** Where the three are below `/dev/pay`, and where they send a browser back to. */
export function sandboxSettings(gateways: string, shop: string): { payu: PayuSettings; ccavenue: CcavenueSettings } {
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

/** The real adapters, pointed at the sandbox. `server`: where this process asks it; `site`: where browsers find it. */
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

/** What the three remember. Gone with the process: a payment that was under way is then unknown, as one nobody began. */
export function createPaymentSandbox(now: () => Date) {
  const payments = new Map<string, SandboxPayment>()
  const find = (gateway: GatewayName, keyOrId: string) =>
    [...payments.values()].find((one) => one.gateway === gateway && (one.key === keyOrId || one.id === keyOrId))
  const mandates = new Map<string, SandboxMandate>()
  return {
    now,
    find,
    ...createSeal(now),
    /** By the gateway's name of the payment, or subscription, that it was agreed to with. */
    mandate(id: string): SandboxMandate {
      const known = mandates.get(id) ?? { isEnded: false, next: 'paid', debits: 0, notices: new Map(), sales: [] }
      mandates.set(id, known)
      return known
    },
    /** A sale of PayPal: a subscription's own payment, or one that it billed later. */
    saleOf: (id: string): { state: SandboxState } | undefined =>
      find('paypal', id.replace(/^S/, '')) ??
      [...mandates.values()].flatMap(({ sales }) => sales).find((sale) => sale.id === id),
    /** The same key again is the same payment. */
    begin(payment: Omit<SandboxPayment, 'id' | 'state' | 'then'>, prefix = ''): SandboxPayment {
      const known = payments.get(`${payment.gateway} ${payment.key}`)
      if (known) return known
      const made: SandboxPayment = {
        ...payment,
        id: prefix + randomBytes(8).toString('hex').toUpperCase(),
        state: 'started',
      }
      payments.set(`${payment.gateway} ${payment.key}`, made)
      return made
    },
  }
}

/** PayPal's certificate, and what it signs with it. */
function createSeal(now: () => Date) {
  let pair: { publicKey: KeyObject; privateKey: KeyObject } | undefined
  // Only made when somebody uses it: it costs a tenth of a second of a start.
  const keys = () => (pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 }))
  return {
    certificate: () => keys().publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    /** Headers of a push as PayPal signs it. */
    signPush(body: string, certificateUrl: string): Record<string, string> {
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
