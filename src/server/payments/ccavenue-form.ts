import type { CheckoutAction } from '../adapters/payment/port.ts'
import type { AppContext } from '../context.ts'
import { ORDER, type OrderRow } from '../orders/order-rows.ts'
import { ownedLines } from '../orders/owned-lines.ts'
import { paymentOf, type AttemptRow } from './attempts.ts'
import type { CheckoutReply } from './checkout.ts'

type CcavenueForm = CheckoutAction & { kind: 'form' } & { locale: OrderRow['locale'] }

const LIFE_MS = 10 * 60_000

const signaturesOf = (encryption: AppContext['encryption'], key: string, expires: string): string[] =>
  encryption.hmacs('ccavenue page', `${key} ${expires}`).map((one) => one.toString('base64url'))

/** The address opens once, for ten minutes, while the order is unpaid. Its signature replaces the session, which the browser does not send there. */
export function ccavenueReply(
  { encryption, now }: Pick<AppContext, 'encryption' | 'now'>,
  { key }: AttemptRow,
): CheckoutReply {
  const expires = (now().getTime() + LIFE_MS).toString(36)
  return {
    status: true,
    kind: 'cc_avenue',
    form: null,
    address: `/order/ccavenue-pay/${key}-${expires}-${signaturesOf(encryption, key, expires)[0]}`,
    data: 'cc_avenue',
  }
}

/** The form of CCAvenue for such an address. Undefined: it is used, expired or forged, or the order is not open (attack case 33). */
export async function openCcavenueForm(
  context: Pick<AppContext, 'db' | 'encryption' | 'now' | 'payments'>,
  token: string,
): Promise<CcavenueForm | undefined> {
  const [, key = '', expires = '', signature = ''] = /^([0-9a-f]{24})-([0-9a-z]{6,12})-([\w-]{43})$/.exec(token) ?? []
  const isSigned = key !== '' && signaturesOf(context.encryption, key, expires).includes(signature)
  if (!isSigned || Number.parseInt(expires, 36) < context.now().getTime()) return undefined
  const used = await context.db.query(
    'insert into used_challenges (mark, expires_at) values ($1, $2) on conflict do nothing returning mark',
    [`ccavenue ${key}`, new Date(Number.parseInt(expires, 36))],
  )
  const [order] = await context.db.query<OrderRow>(
    `select ${ORDER} from orders o join payment_attempts a on a.order_id = o.id where a.gateway = 'ccavenue' and a.key = $1 and a.state = 'started' and o.status = 'open'`,
    [key],
  )
  if (used.length === 0 || !order || (await ownedLines(context.db, order)).size > 0) return undefined
  const action = await context.payments.ccavenue?.start(paymentOf(order, { key }))
  return action?.kind === 'form' ? { ...action, locale: order.locale } : undefined
}
