import { useState } from 'react'
import type { CouponForm, DeskCoupon } from '#contract/desk/shop/coupons.ts'
import { readTypedNumber } from '#contract/desk/shop/price-text.ts'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { saveCoupon, type Failed } from '#stores/desk/shop/coupons.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { Check } from '#ui/Check.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { useDraft } from '../use-draft.ts'
import { useSaving } from './use-saving.ts'
import type { CouponProps } from './Coupons.tsx'

type Values = Record<'code' | 'percent' | 'uses_left' | 'per_buyer' | 'starts' | 'ends', string>
type Scope = NonNullable<CouponForm['applies_to']>[number]
type Props = CouponProps & { edited: DeskCoupon | 'new' | undefined; onClose: () => void }

const EMPTY: Values = { code: '', percent: '10', uses_left: '', per_buyer: '1', starts: '', ends: '' }
const textOf = (value: number | string | null): string => String(value ?? '')
const valuesOf = ({ code, percent, uses_left, per_buyer, starts, ends }: DeskCoupon): Values => ({
  ...{ code, percent: textOf(percent), uses_left: textOf(uses_left), per_buyer: textOf(per_buyer) },
  ...{ starts: textOf(starts), ends: textOf(ends) },
})
const draftOf = (coupon: DeskCoupon | undefined) => ({
  values: coupon ? valuesOf(coupon) : EMPTY,
  scopes: (coupon?.applies_to ?? []) as string[],
})
/** What is no number is refused by the server at its field. */
const numberOf = (text: string) => readTypedNumber(text.replace(/%\s*$/, '')) as number
/** Empty: no limit. */
const limitOf = (text: string): number | null => (text.trim() === '' ? null : numberOf(text))

/** Adds a coupon or changes one. */
export function CouponDialog({ messages, edited, onClose, ...rest }: Props) {
  const { messages: shared } = useDesk()
  return (
    <Dialog
      title={edited === 'new' ? messages.add : messages.title}
      close={shared.close}
      isOpen={edited !== undefined}
      onClose={onClose}
    >
      {edited && <CouponFields key={edited === 'new' ? '' : edited.code} {...{ messages, edited, onClose, ...rest }} />}
    </Dialog>
  )
}

function CouponFields({ messages, lists, edited, onClose }: Props) {
  const { messages: shared } = useDesk()
  const own = useCoupon(edited === 'new' ? undefined : edited, (isAll) => {
    showToast(lists.saved)
    // What was typed meanwhile stays open.
    if (isAll) onClose()
  })
  const { form, coupon, values, setValues, scopes, setScopes, failed, isBusy, save } = own
  return (
    <form
      ref={form}
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <CouponInputs {...{ messages, lists, values, setValues, failed }} isNew={!coupon} />
      <Scopes {...{ messages, lists, scopes, setScopes }} />
      {failed && (
        <p role="alert" className="failure">
          {failed.fault === 'exists' ? messages.exists : deskFault(shared, failed.fault)}
        </p>
      )}
      <div className="desk-buttons">
        <button type="submit" className="button" aria-disabled={isBusy}>
          {lists.save}
        </button>
      </div>
    </form>
  )
}

/** What was typed of a coupon, and how it is saved. */
function useCoupon(edited: DeskCoupon | undefined, onSaved: (isAll: boolean) => void) {
  const [coupon, setCoupon] = useState(edited)
  const { draft, change, settle } = useDraft(draftOf(coupon))
  const { values, scopes } = draft
  const { submit, ...saving } = useSaving(async (form: CouponForm) => {
    const result = await saveCoupon(form)
    if ('fault' in result) return result
    setCoupon(result.coupon)
    onSaved(settle(draft, draftOf(result.coupon)))
    return undefined
  })
  const save = () => {
    const { code, starts, ends, percent, uses_left, per_buyer } = values
    return submit({
      ...{ code, starts, ends, version: coupon?.version ?? '' },
      percent: numberOf(percent),
      uses_left: limitOf(uses_left),
      uses_shown: coupon?.uses_left ?? null,
      per_buyer: limitOf(per_buyer),
      applies_to: scopes.length > 0 ? (scopes as Scope[]) : null,
    })
  }
  const setValues = (changed: Values) => change({ ...draft, values: changed })
  const setScopes = (changed: string[]) => change({ ...draft, scopes: changed })
  return { ...saving, coupon, values, setValues, scopes, setScopes, save }
}

type ScopesProps = CouponProps & { scopes: string[]; setScopes: (scopes: string[]) => void }

function Scopes({ messages, lists, scopes, setScopes }: ScopesProps) {
  const all = Object.entries({ ...lists.options.audioTypes, plan: messages.plan })
  return (
    <fieldset className="field">
      <legend>{messages.fields.appliesTo}</legend>
      <p className="hint">{messages.appliesHint}</p>
      {all.map(([scope, label]) => (
        <Check
          key={scope}
          name={scope}
          isChecked={scopes.includes(scope)}
          onChange={(isChecked) => setScopes(isChecked ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
        >
          {label}
        </Check>
      ))}
    </fieldset>
  )
}

type InputsProps = CouponProps & {
  values: Values
  setValues: (values: Values) => void
  failed: Failed | undefined
  isNew: boolean
}

function CouponInputs({ messages, lists, values, setValues, failed, isNew }: InputsProps) {
  // Whatever a coupon takes that has a form of its own is a number.
  const faults: Record<string, string> = { ...lists.faults, type: lists.faults.integer }
  const field = (name: keyof Values, isOptional = true) => ({
    label: messages.fields[name],
    name,
    value: values[name],
    onChange: (text: string) => setValues({ ...values, [name]: text }),
    fault: failed?.fields[name] && (faults[failed.fields[name]] ?? lists.faults.other),
    isOptional,
  })
  return (
    <>
      <Field {...field('code', false)} isLocked={!isNew} autoComplete="off" hint={messages.codeHint} />
      <Field {...field('percent', false)} inputMode="numeric" />
      <Field {...field('uses_left')} inputMode="numeric" hint={messages.limitHint} />
      <Field {...field('per_buyer')} inputMode="numeric" hint={messages.limitHint} />
      <Field {...field('starts')} type="date" />
      <Field {...field('ends')} type="date" />
    </>
  )
}
