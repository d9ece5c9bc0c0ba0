import { useStore } from '@nanostores/react'
import type { Locale } from '#contract/text/locale.ts'
import type { Order, RepayQuestion } from '#contract/orders/orders.ts'
import { nameOrEnglish } from '#contract/text/translation.ts'
import { list } from '#i18n/format.ts'
import { ordinalDate } from '#i18n/ordinal-date.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { $repayQuestion, answerRepay, type AskedRepay } from '#stores/orders/orders.ts'
import type { Placed } from '#stores/payments/payment.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { followOrder } from '../payments/result-path.ts'
import type { OrderMessages } from './order-messages.ts'

type Props = { order: Order; locale: Locale; messages: OrderMessages }

const NOTHING = (): AskedRepay | undefined => undefined

/** Asks before money is taken for a plan beside a running one, and names the titles that the new order leaves out. */
export function RepayDialog({ order, locale, messages }: Props) {
  const asked = useStore($repayQuestion, { ssr: NOTHING })
  const question = asked?.order.id === order.id ? asked.question : undefined

  async function answer(isAgreed: boolean) {
    const placed: Placed | undefined = await answerRepay(isAgreed)
    if (placed) followOrder(placed, locale)
  }
  return (
    <Dialog
      title={messages.repayTitle}
      close={messages.close}
      isOpen={question !== undefined}
      onClose={() => question && void answer(false)}
    >
      {question && (
        <>
          <Question {...{ question, locale, messages }} />
          <p className="ways">
            <button type="button" className="button" onClick={() => void answer(true)}>
              {messages[question.plan ? 'repayYes' : 'repayRest']}
            </button>
            <button type="button" className="button quiet" data-close>
              {messages.repayNo}
            </button>
          </p>
        </>
      )}
    </Dialog>
  )
}

function Question({ question, locale, messages }: Omit<Props, 'order'> & { question: RepayQuestion }) {
  const { plan, owned } = question
  const items = list(
    owned.map((title) => nameOrEnglish(title, locale)),
    locale,
  )
  return (
    <>
      {plan && (
        <p>
          {planText(plan, locale, messages)} {messages.repayLater}
        </p>
      )}
      {owned.length > 0 && <p>{interpolate(messages.repayOwned, { items })}</p>}
    </>
  )
}

function planText(plan: NonNullable<RepayQuestion['plan']>, locale: Locale, messages: OrderMessages): string {
  const values = { date: ordinalDate(plan.bought_at, locale), plan: nameOrEnglish(plan, locale) }
  if (!plan.is_same) return interpolate(messages.repayOther, values)
  return interpolate(plan.is_gift ? messages.repayGiven : messages.repayBought, values)
}
