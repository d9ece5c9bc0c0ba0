import type { endpoints } from '#contract/endpoints.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { Consent, GatewayName, RenewingGateway, Started } from '../adapters/payment/port.ts'
import type { Db } from '../db/connect.ts'
import type { Failure } from '../runtime/failure.ts'
import type { Buyer } from '../http/buyer.ts'
import type { AppContext } from '../context.ts'
import { hiddenFields } from '../http/hidden-fields.ts'
import { escape } from '../jobs/mail-templates.ts'
import { askConsent } from '../renewals/mandate-request.ts'
import { isRenewal } from '../renewals/debit-result.ts'
import { ORDER, type OrderRow } from '../orders/order-rows.ts'
import { insertAttempt, nameAttempt, type AttemptRow } from './attempts.ts'

type Given = Pick<AppContext, 'db' | 'now' | 'payments' | 'encryption'>
type Reply = ReplyOf<typeof endpoints.payuCheckout>
type Fault = 'notFound' | 'alreadyPaid' | 'notPayable' | 'gateway'
type Begun = { order: OrderRow; attempt: AttemptRow }

const CURRENCY = { payu: 'INR', ccavenue: 'INR', paypal: 'USD' } as const
const LIFE_MS = 3_600_000
const MOST_TRIES = 30

/** Begins one more try to pay an order of this buyer. What is asked is what stands on the order, whatever prices are today (case 6). */
export async function checkout(
  context: Given,
  buyer: Buyer,
  token: string,
  gateway: GatewayName,
): Promise<Reply | Failure<Fault>> {
  const adapter = context.payments[gateway]
  if (!adapter) return { fault: 'notPayable' }
  const begun = await context.db.transaction((inner) => begin(inner, context.now(), buyer, token, gateway))
  if (typeof begun === 'string') return { fault: begun }
  const { order, attempt } = begun
  // The page of CCAvenue makes the form itself, when it is opened.
  if (gateway === 'ccavenue') return marker(context, attempt)
  const started = await adapter.start(paymentOf(order, attempt))
  if (!started) return { fault: 'gateway' }
  if (started.kind === 'redirect') await nameAttempt(context.db, attempt, started.gatewayOrder)
  return replyOf(started)
}

/** The same, and the payer agrees to be debited again when the plan ends. */
export async function checkoutRenewing(
  context: Given,
  buyer: Buyer,
  token: string,
  gateway: RenewingGateway,
): Promise<Reply | Failure<Fault | 'noPlan'>> {
  const recurring = context.payments[gateway]?.recurring
  if (!recurring) return { fault: 'notPayable' }
  const begun = await context.db.transaction((inner) => beginRenewing(inner, context.now(), buyer, token, gateway))
  if (typeof begun === 'string') return { fault: begun }
  const { order, attempt, consent } = begun
  const started = await recurring.start(paymentOf(order, attempt), consent)
  if (!started) return { fault: 'gateway' }
  if (started.kind === 'form') return replyOf(started)
  // Both at once: whoever found the order without the plan would take its money for that of another.
  await context.db.transaction(async (inner) => {
    await inner.query('update mandates set gateway_plan = $2 where attempt_id = $1', [attempt.id, started.plan])
    await nameAttempt(inner, attempt, started.gatewayOrder)
  })
  return replyOf(started)
}

async function beginRenewing(
  inner: Db,
  now: Date,
  buyer: Buyer,
  token: string,
  gateway: RenewingGateway,
): Promise<(Begun & { consent: Consent }) | Fault | 'noPlan'> {
  const begun = await begin(inner, now, buyer, token, gateway)
  if (typeof begun === 'string') return begun
  const consent = await askConsent(inner, now, begun.order, begun.attempt, gateway)
  if (consent) return { ...begun, consent }
  await inner.query('delete from payment_attempts where id = $1', [begun.attempt.id])
  return 'noPlan'
}

async function begin(
  inner: Db,
  now: Date,
  { owner }: Buyer,
  token: string,
  gateway: GatewayName,
): Promise<Begun | Fault> {
  const [order] = await inner.query<OrderRow>(
    `select ${ORDER} from orders o where o.token = $1 and o.owner = $2 for update`,
    [token, owner],
  )
  if (!order) return 'notFound'
  if (order.status === 'paid' || order.status === 'refunded') return 'alreadyPaid'
  const tries = await inner.query<{ state: string }>('select state from payment_attempts where order_id = $1', [
    order.id,
  ])
  // Money that is on its way must not be asked for twice.
  const isBusy =
    tries.length >= MOST_TRIES ||
    tries.some(({ state }) => state === 'pending' || state === 'held') ||
    (await isRenewal(inner, order.id))
  if (order.status !== 'open' || order.expiresAt <= now || order.currency !== CURRENCY[gateway] || isBusy)
    return 'notPayable'
  await inner.query('update orders set expires_at = $2 where id = $1', [order.id, new Date(now.getTime() + LIFE_MS)])
  return { order, attempt: await insertAttempt(inner, now, order, gateway) }
}

function paymentOf(order: OrderRow, { key }: Pick<AttemptRow, 'key'>) {
  const { firstName, lastName, email, mobile, locale, currency, total } = order
  return {
    key,
    order: order.token,
    orderId: order.id,
    amount: total,
    currency,
    firstName,
    lastName,
    email,
    mobile,
    locale,
  }
}

function replyOf(started: Started): Reply {
  if (started.kind === 'redirect')
    return { status: true, kind: 'redirect', form: null, address: started.address, data: started.address }
  const { action, fields } = started
  return { status: true, kind: 'form', form: { action, fields }, address: null, data: markupOf(action, fields) }
}

/** For clients of the specification; ours builds the form from its parts. */
function markupOf(action: string, fields: Record<string, string>): string {
  return `<form method="post" action="${escape(action)}">${hiddenFields(fields)}</form>`
}

const SHOW_MS = 10 * 60_000

/** The address opens once, for ten minutes, and only while the order is not paid: a browser goes there without its session. */
function marker({ encryption, now }: Given, { key }: AttemptRow): Reply {
  const until = (now().getTime() + SHOW_MS).toString(36)
  const seal = encryption.mark('ccavenue page', `${key} ${until}`).toString('base64url')
  return {
    status: true,
    kind: 'cc_avenue',
    form: null,
    address: `/order/ccavenue-pay/${key}-${until}-${seal}`,
    data: 'cc_avenue',
  }
}

/** The form of CCAvenue for such an address; undefined when it is used, too old, made up, or nothing is left to pay (case 33). */
export async function openMarker(
  context: Given,
  token: string,
): Promise<(Started & { kind: 'form' } & { locale: OrderRow['locale'] }) | undefined> {
  const [, key = '', until = '', seal = ''] = /^([0-9a-f]{24})-([0-9a-z]{6,12})-([\w-]{43})$/.exec(token) ?? []
  const isSealed =
    key !== '' && context.encryption.mark('ccavenue page', `${key} ${until}`).toString('base64url') === seal
  if (!isSealed || Number.parseInt(until, 36) < context.now().getTime()) return undefined
  const used = await context.db.query(
    'insert into used_challenges (mark, expires_at) values ($1, $2) on conflict do nothing returning mark',
    [`ccavenue ${key}`, new Date(Number.parseInt(until, 36))],
  )
  const [order] = await context.db.query<OrderRow>(
    `select ${ORDER} from orders o join payment_attempts a on a.order_id = o.id where a.gateway = 'ccavenue' and a.key = $1 and a.state = 'started' and o.status = 'open'`,
    [key],
  )
  if (used.length === 0 || !order) return undefined
  const started = await context.payments.ccavenue?.start(paymentOf(order, { key }))
  return started?.kind === 'form' ? { ...started, locale: order.locale } : undefined
}
