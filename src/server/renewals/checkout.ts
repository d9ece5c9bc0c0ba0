import type { MandateTerms, RenewingGateway } from '../adapters/payment/port.ts'
import type { Db } from '../db/connect.ts'
import type { Buyer } from '../http/buyer.ts'
import { paymentOf, setGatewayOrder } from '../payments/attempts.ts'
import {
  checkoutReply,
  startAttempt,
  type CheckoutDependencies,
  type CheckoutFault,
  type CheckoutReply,
  type StartedAttempt,
} from '../payments/checkout.ts'
import type { Failure } from '../runtime/failure.ts'
import { insertMandate } from './mandate-request.ts'

/** Starts an attempt whose payment also creates a mandate to renew the plan. */
export async function checkoutWithMandate(
  context: CheckoutDependencies,
  buyer: Buyer,
  token: string,
  gateway: RenewingGateway,
): Promise<CheckoutReply | Failure<CheckoutFault | 'noPlan'>> {
  const recurring = context.payments[gateway]?.recurring
  if (!recurring) return { fault: 'notPayable' }
  const started = await context.db.transaction((inner) => startWithMandate(inner, context, buyer, token, gateway))
  if (typeof started === 'string') return { fault: started }
  const { order, attempt, terms } = started
  const action = await recurring.start(paymentOf(order, attempt), terms)
  if (!action) return { fault: 'gateway' }
  if (action.kind === 'form') return checkoutReply(action)
  // One transaction: a webhook that found the gateway order without its plan would take the payment for a wrong one.
  await context.db.transaction(async (inner) => {
    await inner.query('update mandates set gateway_plan = $2 where attempt_id = $1', [attempt.id, action.plan])
    await setGatewayOrder(inner, attempt, action.gatewayOrder)
  })
  return checkoutReply(action)
}

async function startWithMandate(
  inner: Db,
  context: CheckoutDependencies,
  buyer: Buyer,
  token: string,
  gateway: RenewingGateway,
): Promise<(StartedAttempt & { terms: MandateTerms }) | CheckoutFault | 'noPlan'> {
  const started = await startAttempt(inner, context, buyer, token, gateway)
  if (typeof started === 'string') return started
  const terms = await insertMandate(inner, context.now(), started.order, started.attempt, gateway)
  if (terms) return { ...started, terms }
  await inner.query('delete from payment_attempts where id = $1', [started.attempt.id])
  return 'noPlan'
}
