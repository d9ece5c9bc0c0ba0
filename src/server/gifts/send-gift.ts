import { digits, longDate, money } from '#i18n/format.ts'
import { momentIn } from '#i18n/dates/moment-in.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { gifts } from '../db/schema/orders/gifts.ts'
import type { Fulfillers } from '../orders/fulfillers.ts'
import { mailItems } from '../orders/mail-items.ts'
import { queueOrderMail, type OrderMail } from '../orders/records/order-mails.ts'
import { IS_GIFT_SENT, lockOrder, type OrderRow } from '../orders/order-rows.ts'
import { rethrow, type OnError } from '../runtime/on-error.ts'
import { giftCode } from './gift-codes.ts'
import { giverLink } from './giver-link.ts'

type Columns = Row<typeof gifts>
type Recipient = Pick<
  Columns,
  'email' | 'first_name' | 'message' | 'deliver_on' | 'deliver_at' | 'time_zone' | 'send_by' | 'code_sealed'
> & { is_due: boolean }
type Dependencies = Pick<AppContext, 'encryption' | 'now'>

export const giftFulfiller: Fulfillers['gift'] = { send: acceptGift }

/**
 * SQL: the moment from which the gift `g` opens; null: as soon as it is paid. A day without an hour begins in the morning of India, and
 * abroad when it is that day everywhere else.
 */
export const OPENS_AT = `coalesce(g.deliver_at, (g.deliver_on + case when g.country = 'IN' then interval '2.5 hours' else interval '14 hours' end) at time zone 'UTC')`
/** SQL: that moment has come at $1. A clock that is set back takes no sent gift back. */
export const IS_DUE = `(${IS_GIFT_SENT} or coalesce(${OPENS_AT} <= $1::timestamptz, true))`

/** A paid gift: it gets its code, the giver a mail, and the recipient theirs at once or at the moment that the giver chose. */
async function acceptGift(inner: Db, context: Dependencies, order: OrderRow): Promise<void> {
  const gift = await recipientOf(inner, context.now(), order.id)
  if (gift.is_due) await sendCode(inner, context, order, gift)
  else await newCode(inner, context, order.id)
  await sendGiverMail(inner, context, order, gift)
}

function plannedFor({ is_due, deliver_on, deliver_at, time_zone }: Recipient, { locale }: OrderRow) {
  if (is_due || !deliver_on) return undefined
  return deliver_at ? momentIn(deliver_at.toISOString(), locale, time_zone ?? undefined) : longDate(deliver_on, locale)
}

async function sendGiverMail(inner: Db, context: Dependencies, order: OrderRow, gift: Recipient): Promise<void> {
  const day = plannedFor(gift, order)
  const byMail = day ? 'giftPlanned' : 'giftPaid'
  const byLink = day ? 'giftLinkLater' : 'giftLink'
  await writeToGiver(inner, context, order, {
    name: gift.send_by === 'link' ? byLink : byMail,
    values: {
      total: money(order.total, order.currency, order.locale),
      name: gift.first_name,
      ...(day && { day }),
    },
  })
}

/** The link of the mail leads to what became of the gift, also for a guest. */
async function writeToGiver(
  inner: Db,
  context: Dependencies,
  { id, email, owner, locale, token }: OrderRow,
  { name, values }: Required<Pick<OrderMail, 'name' | 'values'>>,
): Promise<void> {
  const giverId = Number(/^g(\d+)$/.exec(owner ?? '')?.[1] ?? 0)
  await queueOrderMail(inner, context, id, {
    name,
    to: email,
    locale,
    token,
    ...(giverId > 0 && { fragment: giverLink(context, giverId) }),
    values: { order: digits(id, locale), ...values },
    items: await mailItems(inner, id, locale),
  })
}

/** The first opening counts, and its giver hears of it, unless they opened it themselves or have erased their account. */
export async function openOnce(
  inner: Db,
  context: Dependencies,
  orderId: number,
  userId: number | undefined,
): Promise<void> {
  const order = await lockOrder(inner, orderId)
  const [first] = await inner.query<Pick<Columns, 'first_name'>>(
    `update gifts set opened_at = $2, sent_at = coalesce(sent_at, $2) where order_id = $1 and opened_at is null returning first_name`,
    [orderId, context.now()],
  )
  if (first && order.email && order.owner !== `u${userId}`)
    await writeToGiver(inner, context, order, { name: 'giftOpened', values: { name: first.first_name } })
}

async function recipientOf(inner: Db, now: Date, orderId: number): Promise<Recipient> {
  const [gift] = await inner.query<Recipient>(
    `select g.email, g.first_name, g.message, g.deliver_on, g.deliver_at, g.time_zone, g.send_by, g.code_sealed, ${IS_DUE} as is_due
     from gifts g where g.order_id = $2`,
    [now, orderId],
  )
  if (!gift) throw new Error(`order ${orderId} is no gift`)
  return gift
}

/** A code without which nobody opens the gift; an older one opens nothing any more. */
async function newCode(inner: Db, { encryption }: Dependencies, orderId: number): Promise<string> {
  const code = giftCode()
  await inner.query('update gifts set code_mark = $2, code_sealed = $3 where order_id = $1', [
    orderId,
    encryption.hmac('gift', code.replaceAll('-', '')),
    encryption.encrypt(code),
  ])
  return code
}

/** The code that the giver's link has; undefined when an earlier release made it. */
export const codeOf = ({ encryption }: Pick<AppContext, 'encryption'>, sealed: Buffer | null): string | undefined =>
  sealed ? encryption.decrypt(sealed) : undefined

/** Mails the code to the recipient; a link is sent by the giver, and only begins to open. */
async function sendCode(
  inner: Db,
  context: Dependencies,
  order: OrderRow,
  gift: Recipient,
  isNew = false,
): Promise<void> {
  const known = isNew ? undefined : codeOf(context, gift.code_sealed)
  const code = known ?? (await newCode(inner, context, order.id))
  await inner.query('update gifts set sent_at = coalesce(sent_at, $2) where order_id = $1', [order.id, context.now()])
  if (gift.send_by === 'link') return
  const items = await mailItems(inner, order.id, order.locale)
  const sender = `${order.firstName} ${order.lastName}`.trim()
  const values = { sender, name: gift.first_name, message: gift.message, code }
  const letter = { name: 'gift', to: gift.email, locale: order.locale, fragment: code, values, items } as const
  await queueOrderMail(inner, context, order.id, letter)
}

/** Writes to the giver once more. */
export const resendGiverMail = async (inner: Db, context: Dependencies, order: OrderRow): Promise<void> =>
  sendGiverMail(inner, context, order, await recipientOf(inner, context.now(), order.id))

/** Mails the recipient once more. False: the gift waits for its day, goes by its link, or is redeemed. */
export async function resendGift(
  inner: Db,
  context: Dependencies,
  order: OrderRow,
  /** The desk makes a new code, because the old one may be in wrong hands. */
  { isNew }: { isNew: boolean },
): Promise<boolean> {
  const [open] = await inner.query(
    `select 1 from gifts g where order_id = $1 and ${IS_GIFT_SENT} and send_by = 'mail' and email <> '' and redeemed_at is null for update`,
    [order.id],
  )
  if (open) await sendCode(inner, context, order, await recipientOf(inner, context.now(), order.id), isNew)
  return open !== undefined
}

/** Sends the paid gifts whose moment has come, each in a transaction of its own: one that fails delays no other. A refunded gift is not sent. */
export async function sendDueGifts(
  context: Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake'>,
  failed: OnError = rethrow,
): Promise<void> {
  const due = await context.db.query<Pick<Columns, 'order_id'>>(
    `select g.order_id from gifts g join orders o on o.id = g.order_id
     where not ${IS_GIFT_SENT} and o.status = 'paid' and ${IS_DUE} order by g.order_id`,
    [context.now()],
  )
  for (const { order_id } of due)
    await context.db.transaction((inner) => sendIfDue(inner, context, order_id)).catch(failed)
  if (due.length > 0) context.wake()
}

/** Sends a gift once, if it is paid, its moment has come, and nobody has opened it by its link meanwhile. */
export async function sendIfDue(inner: Db, context: Dependencies, orderId: number): Promise<void> {
  const order = await lockOrder(inner, orderId)
  const [unsent] = await inner.query(
    `select 1 from gifts g where g.order_id = $2 and not ${IS_GIFT_SENT} and ${IS_DUE} for update`,
    [context.now(), orderId],
  )
  if (unsent && order.status === 'paid')
    await sendCode(inner, context, order, await recipientOf(inner, context.now(), orderId))
}
