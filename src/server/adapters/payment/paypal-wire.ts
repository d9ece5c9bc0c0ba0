import { is, number, string, type } from 'superstruct'
import { exchange } from './port.ts'
import type { PushSettings } from './paypal-push.ts'

export type PaypalSettings = PushSettings & {
  clientId: string
  secret: string
  /** Whose account the money must reach. */
  merchantId: string
  api: string
  /** Origin that a payer may be sent to besides paypal.com: the sandbox's. */
  approvals?: string
  /** The order's token is put behind them. */
  returnUrl: string
  cancelUrl: string
  brandName: string
  now: () => Date
}
type Answer = { status: number; body: unknown } | undefined
export type Ask = (method: 'GET' | 'POST', path: string, body?: object, requestId?: string) => Promise<Answer>

/** With a token that is asked for when it is needed, and kept until a minute before its end. */
export function createAsk({ api, clientId, secret, now }: PaypalSettings): Ask {
  let token: { text: string; ends: number } | undefined
  async function authorize(): Promise<string | undefined> {
    if (token && token.ends > now().getTime()) return token.text
    const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`
    const body = new URLSearchParams({ grant_type: 'client_credentials' })
    const answer = await exchange(`${api}/v1/oauth2/token`, { method: 'POST', headers: { authorization }, body })
    if (!is(answer?.body, type({ access_token: string(), expires_in: number() }))) return undefined
    token = { text: answer.body.access_token, ends: now().getTime() + (answer.body.expires_in - 60) * 1000 }
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
    return exchange(api + path, { method, headers, ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }) })
  }
}

/** A link may lead to PayPal only, or to the sandbox. */
export function isTheirs(address: string, approvals: string | undefined): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, origin } = new URL(address)
  return origin === approvals || (protocol === 'https:' && /(?:^|\.)paypal\.com$/.test(hostname))
}
