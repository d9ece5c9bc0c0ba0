import { deskCoupons, deskCouponSave, type CouponForm, type DeskCoupon } from '#contract/desk/shop/coupons.ts'
import { deskCall } from '../call.ts'
import { createLoadable } from '../loadable.ts'

const coupons = createLoadable((signal) => deskCall(deskCoupons, {}, signal))
export const $coupons = coupons.$loadable
export const loadCoupons = coupons.load

export type Failed = { fault: string; fields: Record<string, string> }

/** Returns the coupon, or why it was not saved; the list then is as it was. */
export async function saveCoupon(form: CouponForm): Promise<Failed | { coupon: DeskCoupon }> {
  const result = await deskCall(deskCouponSave, form)
  if (!result.ok) return { fault: result.fault, fields: result.fields ?? {} }
  await loadCoupons()
  return { coupon: result.value.coupon }
}
