import type { FastifyReply } from 'fastify'
import type { PaymentSandbox, SandboxPayment } from '../adapters/payment/sandbox.ts'
import { ccavenueAnswer, payuAnswer } from '../adapters/payment/sandbox-replies.ts'
import { gatewayPage } from '../payments/gateway-page.ts'
import type { Choice } from './payment-sandbox-page.ts'
import { sendPage } from './sandbox-page-reply.ts'

const LATE_MS = 5_000
const PENDING_MS = 60_000
type Completion = { sandbox: PaymentSandbox; payment: SandboxPayment; choice: Choice; serverAddress: string }
const STATES = {
  success: 'paid',
  failure: 'failed',
  pending: 'pending',
  cancel: 'cancelled',
  tampered: 'failed',
  late: 'pending',
  twice: 'paid',
  lost: 'paid',
} as const

/** Sets the state that the visitor chose, redirects the browser and sends the webhooks. */
export function completePayment(
  reply: FastifyReply,
  { sandbox, payment, choice, serverAddress }: Completion,
): FastifyReply {
  const state = STATES[choice]
  const isCapturedByShop = payment.gateway === 'paypal' && payment.fields['plan_id'] === undefined
  if (isCapturedByShop && choice !== 'cancel' && choice !== 'tampered')
    Object.assign(payment, { state: 'approved', stateAfterCapture: state })
  else payment.state = state
  if (state === 'pending') completeLater(sandbox, payment, choice === 'late', serverAddress)
  if (choice === 'twice')
    void sendWebhook(sandbox, payment, serverAddress).then(() => sendWebhook(sandbox, payment, serverAddress))
  if (choice === 'lost') return sendPage(reply, gatewayPage(undefined, payment.locale, serverAddress))
  return payment.gateway === 'paypal' ? redirect(reply, payment, choice) : postBack(reply, payment, choice)
}

function completeLater(
  sandbox: PaymentSandbox,
  payment: SandboxPayment,
  withWebhook: boolean,
  serverAddress: string,
): void {
  const timer = setTimeout(
    () => {
      payment.state = 'paid'
      if (withWebhook) void sendWebhook(sandbox, payment, serverAddress)
    },
    withWebhook ? LATE_MS : PENDING_MS,
  )
  timer.unref()
}

function redirect(
  reply: FastifyReply,
  { id, fields, returnUrl, cancelUrl }: SandboxPayment,
  choice: Choice,
): FastifyReply {
  const token = choice === 'tampered' ? `${id}X` : id
  // PayPal does not name a subscription that the payer refused.
  if (fields['plan_id'] !== undefined)
    return reply.redirect(choice === 'cancel' ? cancelUrl : `${returnUrl}?subscription_id=${token}&ba_token=BA`, 303)
  return reply.redirect(
    choice === 'cancel' ? `${cancelUrl}?token=${token}` : `${returnUrl}?token=${token}&PayerID=SANDBOX`,
    303,
  )
}

function postBack(reply: FastifyReply, payment: SandboxPayment, choice: Choice): FastifyReply {
  const isForged = choice === 'tampered'
  const claimed = isForged ? { ...payment, state: 'paid' as const } : payment
  const fields =
    payment.gateway === 'payu'
      ? payuAnswer(claimed, isForged ? 'another salt' : undefined)
      : ccavenueAnswer(claimed, isForged ? 'another key' : undefined)
  const action = choice === 'cancel' ? payment.cancelUrl : payment.returnUrl
  return sendPage(reply, gatewayPage({ action, fields }, payment.locale, ''))
}

/** Sends the webhook of the gateway to the shop. */
async function sendWebhook(sandbox: PaymentSandbox, payment: SandboxPayment, serverAddress: string): Promise<void> {
  const address = `${serverAddress}/api/payment/${payment.gateway}/webhook`
  const body =
    payment.gateway === 'paypal'
      ? paypalEvent(payment)
      : new URLSearchParams(payment.gateway === 'payu' ? payuAnswer(payment) : ccavenueAnswer(payment)).toString()
  const headers =
    payment.gateway === 'paypal'
      ? sandbox.signWebhook(body, `${serverAddress}/dev/pay/paypal/cert`)
      : { 'content-type': 'application/x-www-form-urlencoded' }
  await fetch(address, { method: 'POST', headers, body }).catch(() => undefined)
}

function paypalEvent({ id, fields }: SandboxPayment): string {
  const sale = { id: `S${id}`, billing_agreement_id: id }
  if (fields['plan_id'] !== undefined)
    return JSON.stringify({ id: `WH-${id}`, event_type: 'PAYMENT.SALE.COMPLETED', resource: sale })
  const resource = {
    id: `C${id}`,
    custom_id: fields['custom_id'],
    supplementary_data: { related_ids: { order_id: id } },
  }
  return JSON.stringify({ id: `WH-${id}`, event_type: 'PAYMENT.CAPTURE.COMPLETED', resource })
}
