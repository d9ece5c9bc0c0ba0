import { object } from 'superstruct'
import { COUPON_CODE_MAX } from '#contract/cart.ts'
import { field, required, tooLong } from '#contract/fields/fields.ts'
import { plainLine } from '#contract/text/plain-text.ts'
import type { CartStore } from './cart-lines.ts'
import { createForm } from '../form.ts'

const Entry = object({ voucher_code: field(plainLine, required, tooLong(COUPON_CODE_MAX)) })

/** The coupon field [CK-2]. Every refusal is the fault `coupon` at the field. */
export function createCouponForm({ apply, load }: Pick<CartStore, 'apply' | 'load'>) {
  return createForm(Entry, { voucher_code: '' }, async ({ voucher_code: code }) => {
    const result = await apply(code)
    // The cart was ordered or emptied in another tab.
    if (!result.ok && result.fault === 'notFound') await load()
    return result.ok || result.fault !== 'coupon'
      ? result
      : { ok: false, fault: 'badInput', fields: { voucher_code: 'coupon' } }
  })
}
