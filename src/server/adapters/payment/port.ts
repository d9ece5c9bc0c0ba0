import type { Currency, Minor } from '#contract/money/money.ts'
import type { Locale } from '#contract/text/locale.ts'
import { askProvider } from '../ask-provider.ts'

export type GatewayName = 'payu' | 'ccavenue' | 'paypal'
/** `key`: the shop's name of the attempt, at most 25 letters and digits. `order`: the token of the result page, used in addresses only. */
export type Payment = {
  key: string
  order: string
  orderId: number
  amount: Minor
  currency: Currency
  firstName: string
  lastName: string
  email: string
  mobile: string
  locale: Locale
}
/** How the browser gets to the gateway. `gatewayOrder`: the gateway's name of the attempt. */
export type CheckoutAction =
  | { kind: 'form'; action: string; fields: Record<string, string> }
  | { kind: 'redirect'; address: string; gatewayOrder: string }

export type ReceivedPayment = { paymentId: string; amount: Minor; currency: string }
/** `country`: where the payer's bank or wallet is, when the gateway tells it. `mayBePartial`: it does not tell how much went back. */
type PaymentFacts = { country?: string | undefined; mayBePartial?: boolean }
/**
 * What a gateway's own server reports. `wrong`: the payment does not belong to the attempt; `received`, so that it can be
 * refunded. `unknown`: no answer, or not known yet. Amounts are the gateway's: whoever acts on `paid` compares them.
 */
export type PaymentStatus =
  | { state: 'unknown' | 'pending' | 'failed' | 'cancelled' }
  | { state: 'wrong'; received?: ReceivedPayment | undefined }
  | ({ state: 'paid' | 'refunded' } & ReceivedPayment & PaymentFacts)

/** An authentic message about the attempt with this key, the gateway's own order, or its payment. A repeated message has the same fingerprint. */
export type GatewayMessage = {
  key?: string
  gatewayOrder?: string
  paymentId?: string
  fingerprint: string
  claims?: 'paid' | 'other'
}
export type Fields = Readonly<Record<string, string>>
/** `plan`: the plan at the gateway, when the attempt began a mandate. `isRenewing`: the payment belongs to a mandate. */
export type PaymentQuery = {
  key: string
  gatewayOrder: string | null
  amount: Minor
  currency: Currency
  plan?: string | null
  isRenewing?: boolean
  /** The gateway's id of an accepted payment: what became of it since is asked too. */
  acceptedPayment?: string | null
}

/** A gateway. Nothing that a browser carries changes money: only `fetchStatus` does, server to server. */
export type PaymentGateway = {
  /** Where the browser is sent: for content security policies. */
  origin: string
  /** Undefined: the gateway does not answer. */
  start(payment: Payment): Promise<CheckoutAction | undefined>
  /** Undefined: not authentic. */
  readReply(fields: Fields): GatewayMessage | undefined
  fetchStatus(query: PaymentQuery): Promise<PaymentStatus>
  /** Whether the gateway accepted the refund. `key` makes a repeated request the same refund. */
  refund(query: PaymentQuery & { paymentId: string }, key: string): Promise<boolean>
}
/**
 * What a payer authorises besides the first payment (RBI e-mandate): debits up to `ceiling`, every so many `days` from
 * `first` to `until`. `from`: today.
 */
export type MandateTerms = { amount: Minor; ceiling: Minor; days: number; from: Date; first: Date; until: Date }
/** `mandate`: the gateway's name of a mandate. */
type RecurringPayments = {
  /** `plan`: the plan at the gateway, if it has plans. Undefined: the gateway does not answer. */
  start(payment: Payment, terms: MandateTerms): Promise<(CheckoutAction & { plan: string | null }) | undefined>
  state(mandate: string): Promise<'active' | 'ended' | 'unknown'>
  /** Whether the mandate has ended at the gateway. */
  revoke(mandate: string, key: string): Promise<boolean>
}
/** `notice`: the shop's name of a notice, the same in the notice and in its debit. `debitAt` counts as a day in India. */
export type DebitNotice = { mandate: string; notice: string; amount: Minor; debitAt: Date }
export type DebitRequest = {
  mandate: string
  notice: string
  amount: Minor
  key: string
  email: string
  mobile: string
}
/** A gateway that debits when the shop asks for it, after a notice. */
export type ShopInitiatedDebits = RecurringPayments & {
  /** The issuer notifies the payer, who may refuse. Whether the gateway accepted the notice; a repeated notice is the same one. */
  sendNotice(notice: DebitNotice): Promise<boolean>
  /** The key makes a repeated request the same debit; `fetchStatus` reports its result. Undefined: no answer. */
  debit(request: DebitRequest): Promise<'accepted' | 'refused' | undefined>
}
/** A gateway that debits by itself. */
export type GatewayInitiatedDebits = RecurringPayments & {
  /** Every paid or refunded debit of a mandate, the oldest first. */
  sales(mandate: string): Promise<(PaymentStatus & { state: 'paid' | 'refunded' })[] | undefined>
  /** Undefined: no answer, or nothing more will be debited. */
  nextDebit(mandate: string): Promise<Date | undefined>
}

/** `body` is the text as it was sent: the signature covers it. */
export type Webhook = { headers: Fields; body: string }
export type Payments = {
  payu?: PaymentGateway & {
    recurring: ShopInitiatedDebits
    /** A message about a chargeback, which PayU signs in another way. Undefined: not authentic. */
    readDispute(fields: Fields, signature: string): GatewayMessage | undefined
  }
  ccavenue?: PaymentGateway
  paypal?: PaymentGateway & {
    recurring: GatewayInitiatedDebits
    readWebhook(webhook: Webhook): Promise<GatewayMessage | undefined>
  }
}
export type RenewingGateway = 'payu' | 'paypal'

const TIMEOUT_MS = 10_000

/** Sends a request to a gateway. Undefined: no answer in time. */
export async function requestGateway(
  url: string,
  init: RequestInit,
): Promise<{ status: number; body: unknown; text: string } | undefined> {
  const response = await askProvider(url, TIMEOUT_MS, init).catch(() => undefined)
  const text = await response?.text().catch(() => undefined)
  return response && text !== undefined ? { status: response.status, body: parseJson(text), text } : undefined
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Minor units of a decimal text; undefined when it is not one. Decimals after the second must be zeros. */
export function minorOf(text: unknown): Minor | undefined {
  const [, whole = '', part = ''] = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(String(text)) ?? []
  return whole ? Number(whole) * 100 + Number(part.padEnd(2, '0')) : undefined
}

/** Gateways accept ASCII only, and `|` separates their fields. */
export function plainAscii(text: string, limit: number, fallback: string): string {
  const ascii = text.replace(/[|<>"'\\]/g, ' ').trim()
  return (/^[\x20-\x7e]+$/.test(ascii) ? ascii : fallback).slice(0, limit)
}
