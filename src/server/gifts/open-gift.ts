import type { InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import { serializeItem } from '../cart/items.ts'
import type { AppContext } from '../context.ts'
import type { Row } from '../db/row.ts'
import type { gifts } from '../db/schema/orders/gifts.ts'
import type { orders } from '../db/schema/orders/orders.ts'
import { addressBuckets, giveBack, take } from '../http/rate-limits.ts'
import type { Failure, RetryAfter } from '../runtime/failure.ts'
import { foldGiftCode } from './gift-codes.ts'
import { givenItems } from './redeem-gift.ts'
import { IS_DUE, openOnce, OPENS_AT } from './send-gift.ts'
import { signVoice, VOICE, type FoundVoice } from './voices/gift-voices.ts'

type Dependencies = Pick<AppContext, 'db' | 'encryption' | 'signer' | 'now' | 'wake'>
type Visit = InputOf<typeof endpoints.lookAtGift> & { userId: number | undefined; address: string }
type Seen = Omit<ReplyOf<typeof endpoints.lookAtGift>, 'status'>
type Opened = Omit<ReplyOf<typeof endpoints.openGift>, 'status'>
type Found = Pick<Row<typeof gifts>, 'order_id' | 'message' | 'redeemed_at' | 'redeemed_by'> &
  FoundVoice & {
    occasion: Seen['data']['occasion']
    status: Row<typeof orders>['status']
    giver: Row<typeof orders>['first_name']
    opens_at: Date | null
    is_due: boolean
  }

const FOUND = `select g.order_id, g.message, g.redeemed_at, g.redeemed_by, g.occasion, o.status, o.first_name as giver, ${VOICE.columns},
  ${OPENS_AT} as opens_at, ${IS_DUE} as is_due from gifts g join orders o on o.id = g.order_id ${VOICE.joins} where g.code_mark = any($2)`

/** The gift of a code. A code that opens nothing counts against whoever guesses. */
async function findGift(
  context: Dependencies,
  { code, address }: Visit,
): Promise<Found | RetryAfter | Failure<'gift'>> {
  const buckets = addressBuckets(context.encryption, 'giftAddress', address)
  const retryAfter = await take(context, buckets)
  if (retryAfter) return retryAfter
  const [found] = await context.db.query<Found>(FOUND, [
    context.now(),
    context.encryption.hmacs('gift', foldGiftCode(code)),
  ])
  if (!found) return { fault: 'gift' }
  await giveBack(context, buckets)
  return found
}

function stateOf({ status, redeemed_at, redeemed_by, is_due }: Found, userId: number | undefined) {
  if (status !== 'paid') return 'gone'
  if (redeemed_at) return redeemed_by !== null && redeemed_by === userId ? 'mine' : 'redeemed'
  return is_due ? 'ready' : 'waiting'
}

/** Changes nothing, and says neither what is given nor the message. */
export async function lookAtGift(context: Dependencies, visit: Visit): Promise<Seen | RetryAfter | Failure<'gift'>> {
  const found = await findGift(context, visit)
  if (!('order_id' in found)) return found
  const state = stateOf(found, visit.userId)
  const { giver, occasion, opens_at: opensAt, voice_file: voice } = found
  return {
    data: {
      state,
      opens_at: state === 'waiting' ? (opensAt?.toISOString() ?? null) : null,
      first_name: state === 'gone' ? '' : giver,
      occasion,
      has_voice: voice !== null,
    },
  }
}

/** Opens a gift for whoever has its link. What is opened by two at once, or twice, is the same; the first opening counts. */
export async function openGift(
  context: Dependencies,
  visit: Visit,
): Promise<Opened | RetryAfter | Failure<'gift' | 'notYet' | 'giftGone'>> {
  const found = await findGift(context, visit)
  if (!('order_id' in found)) return found
  const state = stateOf(found, visit.userId)
  if (state === 'gone') return { fault: 'giftGone' }
  if (state === 'waiting') return { fault: 'notYet' }
  if (state === 'redeemed') return { fault: 'gift' }
  await context.db.transaction((inner) => openOnce(inner, context, found.order_id, visit.userId))
  context.wake()
  const items = await givenItems(context.db, found.order_id)
  const { giver, message, occasion } = found
  return {
    data: {
      product_details: items.map(serializeItem),
      first_name: giver,
      message,
      occasion,
      voice: signVoice(context, found),
    },
  }
}
