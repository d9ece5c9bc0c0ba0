import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { scriptOf, type Locale } from '#contract/text.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Terms } from '#islands/accounts/Terms.tsx'
import { hasLines, OrderSummary, useBasket } from '#islands/orders/OrderSummary.tsx'
import { goOn } from '#islands/payments/result-path.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { createPendingAction, type PendingAction } from '#stores/pending-action.ts'
import { $giftPlaced, giftPayForm, openGiftPayment } from '#stores/gifts/gift-payment.ts'
import { cancelGift } from '#stores/gifts/gift-draft.ts'
import { changeGift, type Gift } from '#stores/gifts/gift-form.ts'
import { gifts } from '#stores/gifts/giver-session.ts'
import { focusFirstFault } from '#ui/Field.tsx'
import { GiftFailure } from './GiftFailure.tsx'
import { useSession } from './Sender.tsx'
import type { GiftSummaryWords } from './words.ts'

type Props = { gift: Gift; locale: Locale; words: GiftSummaryWords }

const IDLE: PendingAction = { state: 'idle' }

/** What will be given and what it costs; from here it is paid, changed or cancelled (C4). */
export function GiftSummary({ gift, locale, words }: Props) {
  const { values, faults, isBusy, isDone, failure, wait } = useForm(giftPayForm)
  const [{ $pendingAction, run }] = useState(createPendingAction)
  const act = useStore($pendingAction, { ssr: () => IDLE })
  const basket = useBasket(gifts)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    openGiftPayment()
    return $giftPlaced.listen((placed) => placed && goOn(placed, locale))
  }, [locale])

  const isStill = isBusy || isDone || act.state === 'busy'
  const isGone = basket.state === 'ready' && !hasLines(basket)

  async function pay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget } = event
    if (isStill) return
    if (!(await giftPayForm.submit())) focusFirstFault(currentTarget, '.coupon')
  }

  return (
    <form className="form gift-summary" noValidate aria-busy={isStill} onSubmit={(event) => void pay(event)}>
      <h2 ref={heading} tabIndex={-1}>
        {words['summary-heading']}
      </h2>
      <Given {...{ gift, words }} />
      <OrderSummary basket={gifts} {...{ locale, words }} isFixed />
      {isGone && (
        <p role="alert" className="failure">
          {words.gone}
        </p>
      )}
      <Terms
        {...{ locale, words }}
        isChecked={values.terms === 'yes'}
        isFaulty={'terms' in faults}
        onChange={(isChecked) => giftPayForm.change('terms', isChecked ? 'yes' : '')}
      />
      <GiftFailure {...{ failure, wait, words, locale }} />
      {act.state === 'failed' && <GiftFailure failure={act.fault} wait={act.seconds} {...{ words, locale }} />}
      <div className="ways">
        <button type="submit" className="button" aria-disabled={isStill || isGone}>
          {words.pay}
        </button>
        <button type="button" className="button quiet" aria-disabled={isStill} onClick={() => !isStill && changeGift()}>
          {words.change}
        </button>
        <button
          type="button"
          className="button quiet"
          aria-disabled={isStill}
          onClick={() => !isStill && void run('cancel', cancelGift)}
        >
          {words['cancel-gift']}
        </button>
      </div>
      <Busy isBusy={isStill} text={act.state === 'busy' ? words.cancelling : words.paying} />
    </form>
  )
}

/** Who gives to whom, with the words that go along. */
function Given({ gift, words }: Pick<Props, 'gift' | 'words'>) {
  const session = useSession()
  const from = session
    ? `${session.firstName} ${session.lastName}`
    : `${gift.sender_first_name} ${gift.sender_last_name}`
  return (
    <dl className="given">
      <div>
        <dt>{words.for}</dt>
        <dd>
          {gift.first_name} {gift.last_name} <span className="soft">{gift.email}</span>
        </dd>
      </div>
      <div>
        <dt>{words.from}</dt>
        <dd>{from}</dd>
      </div>
      <div>
        <dt>{words['your-words']}</dt>
        <dd className="letter" lang={scriptOf(gift.message)}>
          {gift.message}
        </dd>
      </div>
    </dl>
  )
}
