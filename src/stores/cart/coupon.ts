import { object } from 'superstruct'
import { field, required, tooLong } from '#contract/fields.ts'
import { plainLine } from '#contract/plain-text.ts'
import type { Basket } from './cart-lines.ts'
import { createForm } from '../form.ts'

const CODE_MAX = 30
const Entry = object({ voucher_code: field(plainLine, required, tooLong(CODE_MAX)) })

/** The one field of a coupon (CK-2). A refusal stands at the field: `coupon`, whatever is wrong with it. */
export function createCouponForm({ apply, bring }: Pick<Basket, 'apply' | 'bring'>) {
  return createForm(Entry, { voucher_code: '' }, async ({ voucher_code: code }) => {
    const result = await apply(code)
    // Ordered or emptied in another tab.
    if (!result.ok && result.fault === 'notFound') await bring()
    return result.ok || result.fault !== 'coupon'
      ? result
      : { ok: false, fault: 'badInput', fields: { voucher_code: 'coupon' } }
  })
}
