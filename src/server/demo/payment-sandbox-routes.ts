import type { FastifyInstance } from 'fastify'
import { enums, is, object, size, string } from 'superstruct'
import { decryptText } from '../adapters/payment/ccavenue.ts'
import { requestHash } from '../adapters/payment/payu.ts'
import { SANDBOX_KEYS, type PaymentSandbox } from '../adapters/payment/sandbox.ts'
import { ccavenueCommand, payuCommand } from '../adapters/payment/sandbox-replies.ts'
import { textOf } from '../http/text-body.ts'
import { localeOf } from '#contract/text/locale.ts'
import { sendPage } from './sandbox-page-reply.ts'
import { subscriptionSandboxRoutes } from './subscription-sandbox-routes.ts'
import { fieldsOf } from '../payments/gateway-replies.ts'
import { choicePage, CHOICES } from './payment-sandbox-page.ts'
import { completePayment } from './payment-sandbox-result.ts'
import { paypalSandboxRoutes } from './paypal-sandbox-routes.ts'

const Chosen = object({
  gateway: enums(['payu', 'ccavenue', 'paypal']),
  id: size(string(), 1, 60),
  choice: enums(CHOICES),
})

/** The three gateways of the demo, with the requests and replies of the real ones. `serverAddress`: the address of this process. */
export function paymentSandboxRoutes(sandbox: PaymentSandbox, siteUrl: string, serverAddress: () => string) {
  return async function register(app: FastifyInstance): Promise<void> {
    const asText = { parseAs: 'string' } as const
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'application/json'],
      asText,
      (_request, body, done) => done(null, body),
    )
    app.addHook(
      'onRequest',
      async (_request, reply) =>
        void reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }),
    )
    payuSandboxRoutes(app, sandbox)
    ccavenueSandboxRoutes(app, sandbox)
    paypalSandboxRoutes(app, sandbox, siteUrl)
    subscriptionSandboxRoutes(app, sandbox, siteUrl)
    app.post('/dev/pay/choose', ({ body }, reply) => {
      const chosen = fieldsOf(textOf(body))
      const payment = is(chosen, Chosen) ? sandbox.find(chosen.gateway, chosen.id) : undefined
      if (!payment || !is(chosen, Chosen)) return reply.code(400).send({ error: 'unknown payment' })
      return completePayment(reply, { sandbox, payment, choice: chosen.choice, serverAddress: serverAddress() })
    })
  }
}

function payuSandboxRoutes(app: FastifyInstance, sandbox: PaymentSandbox): void {
  app.post('/dev/pay/payu/_payment', ({ body, headers }, reply) => {
    const fields = fieldsOf(textOf(body))
    const { key = '', txnid = '', amount = '', productinfo = '', firstname = '', email = '', surl = '', hash } = fields
    const expectedHash = requestHash(
      { ...fields, key, txnid, amount, productinfo, firstname, email },
      SANDBOX_KEYS.payu.salt,
    )
    if (key !== SANDBOX_KEYS.payu.key || hash !== expectedHash) return reply.code(400).send({ error: 'hash' })
    const locale = localeOf(headers['accept-language'])
    const request = {
      gateway: 'payu',
      key: txnid,
      amount,
      currency: 'INR',
      fields,
      returnUrl: surl,
      cancelUrl: surl,
      merchant: key,
      locale,
    } as const
    return sendPage(reply, choicePage(sandbox.begin(request)))
  })
  app.post('/dev/pay/payu/postservice', ({ body }) => payuCommand(sandbox, fieldsOf(textOf(body))))
}

function ccavenueSandboxRoutes(app: FastifyInstance, sandbox: PaymentSandbox): void {
  app.post('/dev/pay/ccavenue/transaction.do', ({ body, headers }, reply) => {
    const { encRequest = '', access_code } = fieldsOf(textOf(body))
    const plain = decryptText(encRequest, SANDBOX_KEYS.ccavenue.workingKey)
    if (plain === undefined || access_code !== SANDBOX_KEYS.ccavenue.accessCode)
      return reply.code(400).send({ error: 'access' })
    const fields = fieldsOf(plain)
    const { order_id = '', amount = '', currency = '', redirect_url = '', cancel_url = '', merchant_id = '' } = fields
    const urls = { returnUrl: redirect_url, cancelUrl: cancel_url }
    const request = {
      gateway: 'ccavenue',
      key: order_id,
      amount,
      currency,
      fields,
      ...urls,
      merchant: merchant_id,
      locale: localeOf(headers['accept-language']),
    } as const
    return sendPage(reply, choicePage(sandbox.begin(request)))
  })
  app.post('/dev/pay/ccavenue/api', ({ body }, reply) =>
    reply.type('text/plain').send(ccavenueCommand(sandbox, fieldsOf(textOf(body)))),
  )
}
