import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import type { Cart } from '#contract/cart.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { Failure, type FailureWords } from '#islands/accounts/Failure.tsx'
import { useForm } from '#islands/forms/use-form.ts'
import { createPendingAction, type PendingAction } from '#stores/pending-action.ts'
import type { CartStore } from '#stores/cart/cart-lines.ts'
import { createCouponForm } from '#stores/cart/coupon.ts'
import { Field } from '#ui/Field.tsx'

export type CouponWords = FailureWords &
  Record<
    | 'coupon'
    | 'coupon-apply'
    | 'coupon-applying'
    | 'coupon-enter'
    | 'coupon-refused'
    | 'coupon-applied'
    | 'coupon-remove'
    | 'coupon-removed',
    string
  >
type Props = { basket: CartStore; cart: Cart; locale: Locale; words: CouponWords }

const IDLE: PendingAction = { state: 'idle' }

/** One coupon: applied, or asked for (CK-2). Enter applies it and does not send the form that it stands in. */
export function CouponEntry({ basket, cart: { voucher_code: code }, locale, words }: Props) {
  const [form] = useState(() => createCouponForm(basket))
  const [{ $pendingAction, run }] = useState(createPendingAction)
  const { values, faults, isBusy, failure, wait } = useForm(form)
  const removal = useStore($pendingAction, { ssr: () => IDLE })
  const [isRemoved, setRemoved] = useState(false)
  const group = useRef<HTMLDivElement>(null)

  /** What was stood on has given way to something else. A turn later: it is drawn by then. */
  const stand = (on: string) => setTimeout(() => group.current?.querySelector<HTMLElement>(on)?.focus())

  async function apply() {
    setRemoved(false)
    stand((await form.submit()) ? '.coupon-on' : 'input')
  }
  async function remove() {
    if (!(await run('coupon', () => basket.apply('')))) return
    setRemoved(true)
    stand('input')
  }

  const fault = faults['voucher_code']
  return (
    <div
      ref={group}
      role="group"
      aria-label={words.coupon}
      className="coupon"
      aria-busy={isBusy || removal.state === 'busy'}
    >
      {code === null ? (
        <Field
          label={words.coupon}
          name="voucher_code"
          autoComplete="off"
          isOptional
          isLocked={isBusy}
          value={values.voucher_code}
          fault={fault && words[fault === 'required' ? 'coupon-enter' : 'coupon-refused']}
          onChange={(text) => form.change('voucher_code', text)}
          onEnter={() => void apply()}
        >
          <button type="button" className="button quiet" aria-disabled={isBusy} onClick={() => void apply()}>
            {words['coupon-apply']}
          </button>
        </Field>
      ) : (
        <p className="coupon-on" tabIndex={-1}>
          <span>{fill(words['coupon-applied'], { code })}</span>{' '}
          <button type="button" className="link" aria-disabled={removal.state === 'busy'} onClick={() => void remove()}>
            {words['coupon-remove']}
          </button>
        </p>
      )}
      <p role="status" className="unseen">
        {isBusy && words['coupon-applying']}
        {isRemoved && code === null && words['coupon-removed']}
      </p>
      <Failure {...{ failure, wait, words, locale }} />
      {removal.state === 'failed' && <Failure failure={removal.fault} wait={removal.seconds} {...{ words, locale }} />}
    </div>
  )
}
