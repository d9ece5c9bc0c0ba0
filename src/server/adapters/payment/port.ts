import type { Currency, Minor } from '#contract/money.ts'
import type { Locale } from '#contract/text.ts'

export type GatewayName = 'payu' | 'ccavenue' | 'paypal'
/** `key`: our name of this try, at most 25 letters and digits. `order`: the page's token, which ends up in addresses only. */
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
export type Started =
  | { kind: 'form'; action: string; fields: Record<string, string> }
  | { kind: 'redirect'; address: string; gatewayOrder: string }

export type Came = { paymentId: string; amount: Minor; currency: string }
/**
 * What a gateway's own server says. `wrong`: money that does not belong to what we asked for; `came`, so that it can be sent
 * back. `unknown`: it did not answer, or does not know yet. Amounts are as the gateway has them: whoever acts on `paid` compares them.
 */
export type Verdict =
  | { state: 'unknown' | 'pending' | 'failed' | 'cancelled' }
  | { state: 'wrong'; came?: Came | undefined }
  | ({ state: 'paid' | 'refunded' } & Came)

/** An authentic message about the try of this key (or of the gateway's own order). The same message again has the same fingerprint. */
export type Told = { key?: string; gatewayOrder?: string; fingerprint: string; says?: 'paid' | 'other' }
export type Fields = Readonly<Record<string, string>>
/** `plan`: of the gateway, when the try began a consent. `isRenewing`: its money came, or comes, by one. */
export type Asked = {
  key: string
  gatewayOrder: string | null
  amount: Minor
  currency: Currency
  plan?: string | null
  isRenewing?: boolean
}

/** A gateway. Nothing it hands to a browser moves money: `ask` does, server to server. */
export type PaymentGateway = {
  /** Where a browser is sent to: for policies and allow-lists. */
  origin: string
  /** Undefined: it does not answer now. */
  start(payment: Payment): Promise<Started | undefined>
  /** Undefined: not authentic. */
  read(fields: Fields): Told | undefined
  ask(asked: Asked): Promise<Verdict>
  /** Whether the refund is taken in charge; `key` makes a repeat harmless. */
  refund(asked: Asked & { paymentId: string }, key: string): Promise<boolean>
}
/** What a payer agrees to besides a payment: at most so much, every so many days from `first`, until then (RBI e-mandate). `from`: today. */
export type Consent = { amount: Minor; ceiling: Minor; days: number; from: Date; first: Date; until: Date }
/** `mandate`: the gateway's name of a consent. */
export type Recurring = {
  /** `plan`: what the gateway will repeat, if it keeps such a thing. Undefined: it does not answer now. */
  start(payment: Payment, consent: Consent): Promise<(Started & { plan: string | null }) | undefined>
  state(mandate: string): Promise<'active' | 'ended' | 'unknown'>
  /** Whether it is ended there. */
  revoke(mandate: string, key: string): Promise<boolean>
}
/** `notice`: our name of a notice, the same when it is announced and when it is debited. `debitAt` is a day in India. */
export type Announced = { mandate: string; notice: string; amount: Minor; debitAt: Date }
export type Debit = { mandate: string; notice: string; amount: Minor; key: string; email: string; mobile: string }
/** A gateway that is told of each debit, and asked for it. */
export type Debiting = Recurring & {
  /** The issuer tells the payer, who may say no. Whether the gateway took it; the same notice again is one. */
  announce(announced: Announced): Promise<boolean>
  /** Under a key that makes a repeat the same debit; what became of it says `ask`. Undefined: no answer. */
  debit(debit: Debit): Promise<'taken' | 'refused' | undefined>
}
/** A gateway that debits by itself. */
export type Billing = Recurring & {
  /** Everything that was paid under a consent, the oldest first. */
  sales(mandate: string): Promise<(Verdict & { state: 'paid' | 'refunded' })[] | undefined>
}

/** A message with headers, as PayPal pushes it. The bytes as they came: a signature is over them. */
export type Pushed = { headers: Fields; body: string }
export type Payments = {
  payu?: PaymentGateway & { recurring: Debiting }
  ccavenue?: PaymentGateway
  paypal?: PaymentGateway & { recurring: Billing; readPushed(pushed: Pushed): Promise<Told | undefined> }
}
export type RenewingGateway = 'payu' | 'paypal'

const PATIENCE_MS = 10_000

/** JSON of a gateway, or undefined. No redirect is followed, nothing is waited for long. */
export async function exchange(
  url: string,
  init: RequestInit,
): Promise<{ status: number; body: unknown; text: string } | undefined> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    () => undefined,
  )
  const text = await response?.text().catch(() => undefined)
  return response && text !== undefined ? { status: response.status, body: jsonOf(text), text } : undefined
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `116.82`, never a float. */
export const amountText = (minor: Minor): string => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`

/** Minor units of a decimal text; undefined when it is none. More than two decimals must be zeros. */
export function minorOf(text: unknown): Minor | undefined {
  const [, whole = '', part = ''] = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(String(text)) ?? []
  return whole ? Number(whole) * 100 + Number(part.padEnd(2, '0')) : undefined
}

/** YYYY-MM-DD in India, where mandates live. */
export const indianDay = (moment: Date): string =>
  new Date(moment.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10)

/** Gateways take ASCII only, and `|` ends a field of theirs. */
export function plainAscii(text: string, limit: number, otherwise: string): string {
  const ascii = text.replace(/[|<>"'\\]/g, ' ').trim()
  return (/^[\x20-\x7e]+$/.test(ascii) ? ascii : otherwise).slice(0, limit)
}
