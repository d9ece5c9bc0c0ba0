import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import type { Cart } from '#contract/cart.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { Failure, type FailureMessages } from '#islands/accounts/Failure.tsx'
import { useForm, type FormState } from '#islands/forms/use-form.ts'
import { createPendingAction, type PendingAction } from '#stores/pending-action.ts'
import type { CartStore } from '#stores/cart/cart-lines.ts'
import { createCouponForm } from '#stores/cart/coupon.ts'
import { Field } from '#ui/Field.tsx'

type Props = {
  cartStore: CartStore
  cart: Cart
  locale: Locale
  messages: Messages['orders']['summary'] & FailureMessages
}
type CouponForm = ReturnType<typeof createCouponForm>

const IDLE: PendingAction = { state: 'idle' }

/** The form of the coupon, its removal, and the focus after both. `group` is the ref of the element around them. */
function useCoupon(cartStore: CartStore) {
  const [form] = useState(() => createCouponForm(cartStore))
  const [{ $pendingAction, run }] = useState(createPendingAction)
  const state = useForm(form)
  const removal = useStore($pendingAction, { ssr: () => IDLE })
  const [isRemoved, setRemoved] = useState(false)
  const group = useRef<HTMLDivElement>(null)

  /** The focused element is replaced. The timeout waits until React has drawn the new one. */
  const stand = (on: string) => setTimeout(() => group.current?.querySelector<HTMLElement>(on)?.focus())

  async function apply() {
    setRemoved(false)
    stand((await form.submit()) ? '.coupon-on' : 'input')
  }
  async function remove() {
    if (!(await run('coupon', () => cartStore.apply('')))) return
    setRemoved(true)
    stand('input')
  }

  return { form, state, removal, isRemoved, group, apply, remove }
}

/** Applies or removes one coupon [CK-2]. Enter applies it and does not submit the surrounding form. */
export function CouponEntry({ cartStore, cart: { voucher_code: code }, locale, messages }: Props) {
  const { form, state, removal, isRemoved, group, apply, remove } = useCoupon(cartStore)
  const { isBusy, failure, wait } = state
  return (
    <div
      ref={group}
      role="group"
      aria-label={messages.coupon}
      className="coupon"
      aria-busy={isBusy || removal.state === 'busy'}
    >
      {code === null ? (
        <CouponField {...{ state, messages, apply }} change={form.change} />
      ) : (
        <AppliedCoupon {...{ code, messages, remove }} isBusy={removal.state === 'busy'} />
      )}
      <p role="status" className="unseen">
        {isBusy && messages.couponApplying}
        {isRemoved && code === null && messages.couponRemoved}
      </p>
      <Failure {...{ failure, wait, messages, locale }} />
      {removal.state === 'failed' && (
        <Failure failure={removal.fault} wait={removal.seconds} {...{ messages, locale }} />
      )}
    </div>
  )
}

type FieldProps = Pick<Props, 'messages'> & {
  state: FormState<CouponForm['empty']>
  change: CouponForm['change']
  apply: () => Promise<void>
}

function CouponField({ state: { values, faults, isBusy }, messages, change, apply }: FieldProps) {
  const fault = faults['voucher_code']
  return (
    <Field
      label={messages.coupon}
      name="voucher_code"
      autoComplete="off"
      isAnnounced
      isOptional
      isLocked={isBusy}
      value={values.voucher_code}
      fault={fault && messages[fault === 'required' ? 'couponEnter' : 'couponRefused']}
      onChange={(text) => change('voucher_code', text)}
      onEnter={() => void apply()}
    >
      <button type="button" className="button quiet" aria-disabled={isBusy} onClick={() => void apply()}>
        {messages.couponApply}
      </button>
    </Field>
  )
}

type AppliedProps = Pick<Props, 'messages'> & { code: string; isBusy: boolean; remove: () => Promise<void> }

function AppliedCoupon({ code, messages, isBusy, remove }: AppliedProps) {
  return (
    <p className="coupon-on" tabIndex={-1}>
      <span>{interpolate(messages.couponApplied, { code })}</span>{' '}
      <button type="button" className="link" aria-disabled={isBusy} onClick={() => void remove()}>
        {messages.couponRemove}
      </button>
    </p>
  )
}
