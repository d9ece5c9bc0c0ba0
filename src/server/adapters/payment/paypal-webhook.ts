import { createVerify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { array, is, optional, string, type, type Infer } from 'superstruct'
import { askProvider } from '../ask-provider.ts'
import { parseJson, type GatewayMessage, type Webhook } from './port.ts'

export type WebhookSettings = {
  webhookId: string
  /** Allowed origin of certificates: `https://paypal.com` with its subdomains, or the origin of the sandbox. */
  certificates: string
}

const Event = type({
  id: string(),
  event_type: string(),
  resource: type({
    id: optional(string()),
    custom_id: optional(string()),
    /** The subscription of a sale. */
    billing_agreement_id: optional(string()),
    /** The sale of a refund. */
    sale_id: optional(string()),
    /** The link `up` of a refund names its capture. */
    links: optional(array(type({ rel: string(), href: string() }))),
    disputed_transactions: optional(array(type({ seller_transaction_id: optional(string()) }))),
    supplementary_data: optional(type({ related_ids: optional(type({ order_id: optional(string()) })) })),
  }),
})
const MAX_CERTIFICATES = 10
const CERTIFICATE_TIMEOUT_MS = 5_000

/** Accepts a webhook that is signed over `id|time|webhook|crc32` with a certificate of PayPal. The header names the certificate, so its origin is checked (attack case 38). */
export function createWebhookReader({
  webhookId,
  certificates,
}: WebhookSettings): (webhook: Webhook) => Promise<GatewayMessage | undefined> {
  const certificatesByAddress = new Map<string, string>()

  async function certificateAt(address: string): Promise<string | undefined> {
    const cached = certificatesByAddress.get(address)
    if (cached) return cached
    const response = await askProvider(address, CERTIFICATE_TIMEOUT_MS).catch(() => undefined)
    const text = response?.ok ? await response.text().catch(() => undefined) : undefined
    if (text && certificatesByAddress.size < MAX_CERTIFICATES) certificatesByAddress.set(address, text)
    return text
  }

  return async ({ headers, body }) => {
    const header = (name: string) => headers[`paypal-transmission-${name}`] ?? ''
    const address = headers['paypal-cert-url'] ?? ''
    if (headers['paypal-auth-algo'] !== 'SHA256withRSA' || !isAllowed(address, certificates)) return undefined
    const certificate = await certificateAt(address)
    const signed = `${header('id')}|${header('time')}|${webhookId}|${crc32(body)}`
    if (!certificate || !isSigned(certificate, signed, header('sig'))) return undefined
    const event = parseJson(body)
    if (!is(event, Event)) return undefined
    const { id, custom_id: key, billing_agreement_id: subscription, supplementary_data: supplementary } = event.resource
    const isAboutOrder = /^(?:CHECKOUT\.ORDER|BILLING\.SUBSCRIPTION)\./.test(event.event_type)
    const gatewayOrder = isAboutOrder ? id : (subscription ?? supplementary?.related_ids?.order_id)
    const paymentId = key || gatewayOrder ? undefined : paymentOf(event)
    return {
      ...(key && { key }),
      ...(gatewayOrder && { gatewayOrder }),
      ...(paymentId && { paymentId }),
      fingerprint: event.id.slice(0, 200),
    }
  }
}

/** The payment that a refund, a reversal or a dispute is about. */
function paymentOf({ event_type: name, resource }: Infer<typeof Event>): string | undefined {
  const { id, sale_id, links = [], disputed_transactions: [disputed] = [] } = resource
  if (disputed) return disputed.seller_transaction_id
  const up = links.find(({ rel }) => rel === 'up')?.href
  return sale_id ?? up?.split('/').at(-1) ?? (name.startsWith('PAYMENT.') ? id : undefined)
}

function isAllowed(address: string, certificates: string): boolean {
  if (!URL.canParse(address)) return false
  const { origin, protocol, hostname, port, username } = new URL(address)
  if (origin === certificates) return true
  return (
    certificates === 'https://paypal.com' &&
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    /(?:^|\.)paypal\.com$/.test(hostname)
  )
}

function isSigned(certificate: string, text: string, signature: string): boolean {
  try {
    const key = certificate.includes('CERTIFICATE') ? new X509Certificate(certificate).publicKey : certificate
    return createVerify('RSA-SHA256').update(text).verify(key, signature, 'base64')
  } catch {
    return false
  }
}
