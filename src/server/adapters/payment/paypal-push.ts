import { createVerify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { is, optional, string, type } from 'superstruct'
import { jsonOf, type Pushed, type Told } from './port.ts'

export type PushSettings = {
  webhookId: string
  /** Where certificates may come from: `paypal.com` and below by https, or the sandbox's own origin. */
  certificates: string
}

const Event = type({
  id: string(),
  event_type: string(),
  resource: type({
    id: string(),
    custom_id: optional(string()),
    /** Of a sale: the subscription that it belongs to. */
    billing_agreement_id: optional(string()),
    supplementary_data: optional(type({ related_ids: optional(type({ order_id: optional(string()) })) })),
  }),
})
const MOST_CERTIFICATES = 10

/** Signed over `id|time|webhook|crc32` with the certificate that its header names, if that is one of theirs (case 38). */
export function createPushReader({
  webhookId,
  certificates,
}: PushSettings): (pushed: Pushed) => Promise<Told | undefined> {
  const kept = new Map<string, string>()

  async function certificateAt(address: string): Promise<string | undefined> {
    const known = kept.get(address)
    if (known) return known
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(5_000) }).catch(
      () => undefined,
    )
    const text = response?.ok ? await response.text().catch(() => undefined) : undefined
    if (text && kept.size < MOST_CERTIFICATES) kept.set(address, text)
    return text
  }

  return async ({ headers, body }) => {
    const header = (name: string) => headers[`paypal-transmission-${name}`] ?? ''
    const address = headers['paypal-cert-url'] ?? ''
    if (headers['paypal-auth-algo'] !== 'SHA256withRSA' || !isAllowed(address, certificates)) return undefined
    const certificate = await certificateAt(address)
    const signed = `${header('id')}|${header('time')}|${webhookId}|${crc32(body)}`
    if (!certificate || !isSigned(certificate, signed, header('sig'))) return undefined
    const event = jsonOf(body)
    if (!is(event, Event)) return undefined
    const { id, custom_id: key, billing_agreement_id: subscription, supplementary_data: more } = event.resource
    const isNamed = /^(?:CHECKOUT\.ORDER|BILLING\.SUBSCRIPTION)\./.test(event.event_type)
    const gatewayOrder = isNamed ? id : (subscription ?? more?.related_ids?.order_id)
    return { ...(key && { key }), ...(gatewayOrder && { gatewayOrder }), fingerprint: event.id.slice(0, 200) }
  }
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
