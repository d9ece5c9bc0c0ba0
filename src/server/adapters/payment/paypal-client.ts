import { is, number, string, type } from 'superstruct'
import { requestGateway } from './port.ts'
import type { WebhookSettings } from './paypal-webhook.ts'

export type PaypalSettings = WebhookSettings & {
  clientId: string
  secret: string
  /** The account that must receive the money. */
  merchantId: string
  api: string
  /** Origin of approval pages besides paypal.com: that of the sandbox. */
  approvals?: string
  /** The token of the order is appended to both addresses. */
  returnUrl: string
  cancelUrl: string
  brandName: string
  now: () => Date
}
type PaypalResponse = { status: number; body: unknown } | undefined
export type PaypalClient = (
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  requestId?: string,
) => Promise<PaypalResponse>

/** Sends requests with an access token, which it requests when needed and renews a minute before its end. */
export function createPaypalClient({ api, clientId, secret, now }: PaypalSettings): PaypalClient {
  let token: { text: string; expiresAt: number } | undefined
  async function authorize(): Promise<string | undefined> {
    if (token && token.expiresAt > now().getTime()) return token.text
    const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`
    const body = new URLSearchParams({ grant_type: 'client_credentials' })
    const response = await requestGateway(`${api}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization },
      body,
    })
    if (!is(response?.body, type({ access_token: string(), expires_in: number() }))) return undefined
    token = { text: response.body.access_token, expiresAt: now().getTime() + (response.body.expires_in - 60) * 1000 }
    return token.text
  }
  return async (method, path, body, requestId) => {
    const bearer = await authorize()
    if (!bearer) return undefined
    const headers = {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      ...(requestId && { 'paypal-request-id': requestId }),
    }
    return requestGateway(api + path, {
      method,
      headers,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    })
  }
}

/** Whether a link leads to PayPal or to the sandbox. */
export function isPaypalAddress(address: string, approvals: string | undefined): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, origin } = new URL(address)
  return origin === approvals || (protocol === 'https:' && /(?:^|\.)paypal\.com$/.test(hostname))
}
