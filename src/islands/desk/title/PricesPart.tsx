import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { priceText, readPrice } from '#contract/desk/shop/price-text.ts'
import { withoutTax, withTax } from '#contract/money/tax.ts'
import { exactMoney } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { $edit, changeTitle } from '#stores/desk/titles/editor.ts'
import { Check } from '#ui/Check.tsx'
import { Field } from '#ui/Field.tsx'
import { useEditor } from './editor-text.ts'

/** Prices as they are stored, with what the listener will pay beside them. */
export function PricesPart() {
  const { locale, messages } = useEditor()
  const edit = useStore($edit)
  if (!edit) return null
  const { priceInr, priceUsd, isFree } = edit
  const pays =
    priceInr > 0 ? interpolate(messages.listenerPays, { amount: exactMoney(withTax(priceInr), 'INR', locale) }) : ''
  const abroad =
    priceUsd > 0 ? interpolate(messages.listenerPaysAbroad, { amount: exactMoney(priceUsd, 'USD', locale) }) : ''
  return (
    <section className="desk-panel">
      <h2>{messages.prices}</h2>
      <Check name="isFree" isChecked={isFree} onChange={(value) => changeTitle({ isFree: value })}>
        {messages.isFree}
      </Check>
      {!isFree && (
        <div className="title-pair">
          <Price
            label={messages.priceInr}
            name="priceInr"
            value={priceInr}
            hint={pays}
            onChange={(value) => changeTitle({ priceInr: value })}
          />
          <ListenerPrice priceInr={priceInr} />
          <Price
            label={messages.priceUsd}
            name="priceUsd"
            value={priceUsd}
            hint={abroad}
            onChange={(value) => changeTitle({ priceUsd: value })}
          />
        </div>
      )}
      {!isFree && priceInr > 0 !== priceUsd > 0 && <p className="notice">{messages.onlyOnePrice}</p>}
      <PlanChecks />
    </section>
  )
}

function PlanChecks() {
  const { messages } = useEditor()
  const edit = useStore($edit)
  if (!edit) return null
  return (
    <>
      <Check
        name="subscriptionOnly"
        isChecked={edit.subscriptionOnly}
        onChange={(value) => changeTitle({ subscriptionOnly: value, ...(value && { purchaseOnly: false }) })}
      >
        {messages.subscriptionOnly}
      </Check>
      <Check
        name="purchaseOnly"
        isChecked={edit.purchaseOnly}
        onChange={(value) => changeTitle({ purchaseOnly: value, ...(value && { subscriptionOnly: false }) })}
      >
        {messages.purchaseOnly}
      </Check>
    </>
  )
}

/** What the listener is to pay: the price before GST is computed from it. */
function ListenerPrice({ priceInr }: { priceInr: number }) {
  const { locale, messages } = useEditor()
  const [typed, setTyped] = useState(() => priceText(withTax(priceInr)))
  const read = readPrice(typed)
  // The price before GST was typed, or somebody else's has come in.
  const isOther = read !== undefined && withoutTax(read) !== priceInr
  const isNear = !isOther && read !== undefined && read !== withTax(priceInr)
  const amounts = {
    typed: exactMoney(read ?? 0, 'INR', locale),
    amount: exactMoney(withTax(priceInr), 'INR', locale),
  }
  return (
    <Field
      label={messages.priceWithTax}
      name="priceWithTax"
      value={isOther ? priceText(withTax(priceInr)) : typed}
      inputMode="numeric"
      hint={isNear ? interpolate(messages.nearestPrice, amounts) : undefined}
      fault={read === undefined ? messages.notAnAmount : undefined}
      onChange={(next) => {
        setTyped(next)
        const total = readPrice(next)
        if (total !== undefined) changeTitle({ priceInr: withoutTax(total) })
      }}
      isOptional
    />
  )
}

type PriceProps = { label: string; name: string; value: number; hint: string; onChange: (hundredths: number) => void }

function Price({ label, name, value, hint, onChange }: PriceProps) {
  const { messages } = useEditor()
  const [typed, setTyped] = useState(() => priceText(value))
  const read = readPrice(typed)
  // Somebody else's price has come in.
  const text = read !== undefined && read !== value ? priceText(value) : typed
  return (
    <Field
      label={label}
      name={name}
      value={text}
      inputMode="numeric"
      hint={hint || undefined}
      fault={read === undefined ? messages.notAnAmount : undefined}
      onChange={(next) => {
        setTyped(next)
        const hundredths = readPrice(next)
        if (hundredths !== undefined) onChange(hundredths)
      }}
      isOptional
    />
  )
}
