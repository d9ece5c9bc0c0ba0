import { interpolate } from '#i18n/interpolate.ts'
import { useState } from 'react'
import type { HeldFor } from '#contract/desk/orders.ts'
import { exactMoney } from '#i18n/format.ts'
import { GATEWAY_NAMES } from '#islands/payments/gateway-names.ts'
import { acceptPayment, returnPayment } from '#stores/desk/orders.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { ReasonDialog } from '../dialogs/ReasonDialog.tsx'
import { wordsOf } from '../desk-format.ts'
import type { OrderPartProps } from './OrderPage.tsx'

type Cause = HeldFor | 'unknown'
const ACCEPTABLE: Cause[] = ['amount', 'country', 'unknown']

/** A payment that did not fit its order: accepted or sent back. One that waits for a decision comes first. */
export function HeldPayment({ data, locale, messages, common }: OrderPartProps) {
  const [what, setWhat] = useState<'accept' | 'return'>()
  const all = data.attempts.filter(({ state, is_under_way }) => state === 'held' && !is_under_way)
  const held = all.find(({ held_for }) => held_for !== 'usedElsewhere') ?? all[0]
  if (!held) return null
  const cause = held.held_for ?? 'unknown'
  const action = what === 'accept' ? messages.accept : messages.giveBack
  const decide = async (reason: string) => {
    const fault = await (what === 'accept'
      ? acceptPayment(data.id, held.amount, reason)
      : returnPayment(data.id, reason))
    if (!fault) showToast(what === 'accept' ? messages.accepted : messages.givenBack)
    return fault
  }
  const facts = {
    amount: exactMoney(held.amount, data.currency, locale),
    asked: exactMoney(held.asked, data.currency, locale),
    gateway: wordsOf(GATEWAY_NAMES, held.gateway),
  }
  return (
    <section className="notice" aria-labelledby="held">
      <h2 id="held">{data.is_held ? messages.heldTitle : messages.usedTitle}</h2>
      <p>{interpolate(messages.heldFor[cause], facts)}</p>
      <Choices {...{ cause, messages, setWhat }} />
      <ReasonDialog
        title={action}
        {...{ action, common }}
        isOpen={what !== undefined}
        onClose={() => setWhat(undefined)}
        onConfirm={decide}
      />
    </section>
  )
}

type ChoicesProps = Pick<OrderPartProps, 'messages'> & { cause: Cause; setWhat: (what: 'accept' | 'return') => void }

function Choices({ cause, messages, setWhat }: ChoicesProps) {
  return (
    <div className="desk-buttons">
      {ACCEPTABLE.includes(cause) && (
        <button type="button" className="button" onClick={() => setWhat('accept')}>
          {messages.accept}
        </button>
      )}
      {cause !== 'usedElsewhere' && (
        <button type="button" className="button quiet" onClick={() => setWhat('return')}>
          {messages.giveBack}
        </button>
      )}
    </div>
  )
}
