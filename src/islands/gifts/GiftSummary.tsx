import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { scriptOf } from '#contract/text/text.ts'
import { deliveryMoment } from '#contract/gifts/gifts.ts'
import { momentIn } from '#i18n/dates/moment-in.ts'
import { digits } from '#i18n/format.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Terms } from '#islands/accounts/Terms.tsx'
import { hasLines, OrderSummary, useCart } from '#islands/orders/OrderSummary.tsx'
import { followOrder } from '#islands/payments/result-path.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { createPendingAction, type PendingAction } from '#stores/pending-action.ts'
import { $giftPlaced, giftPayForm, openGiftPayment } from '#stores/gifts/gift-payment.ts'
import { cancelGift } from '#stores/gifts/gift-draft.ts'
import { changeGift, type Gift } from '#stores/gifts/gift-form.ts'
import { gifts } from '#stores/gifts/giver-session.ts'
import { focusFirstFault } from '#ui/Field.tsx'
import { GiftFailure } from './GiftFailure.tsx'
import { useSession } from './Giver.tsx'
import type { GiftSummaryMessages } from './gift-messages.ts'

type Props = { gift: Gift; locale: Locale; messages: GiftSummaryMessages }

const IDLE: PendingAction = { state: 'idle' }

/** Summary of a gift, from which it is paid, changed or cancelled. */
export function GiftSummary({ gift, locale, messages }: Props) {
  const { values, faults, isBusy, isDone, failure, wait } = useForm(giftPayForm)
  const [{ $pendingAction, run }] = useState(createPendingAction)
  const act = useStore($pendingAction, { ssr: () => IDLE })
  const cartStore = useCart(gifts)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useGiftPayment(locale)

  const isStill = isBusy || isDone || act.state === 'busy'
  const isGone = cartStore.state === 'ready' && !hasLines(cartStore)

  async function pay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget } = event
    if (isStill) return
    if (!(await giftPayForm.submit())) focusFirstFault(currentTarget, '.coupon')
  }

  return (
    <form className="form gift-summary" noValidate aria-busy={isStill} onSubmit={(event) => void pay(event)}>
      <h2 ref={heading} tabIndex={-1}>
        {messages.summaryHeading}
      </h2>
      <GiftFacts {...{ gift, locale, messages }} />
      <OrderSummary cartStore={gifts} {...{ locale, messages }} isFixed />
      {isGone && (
        <p role="alert" className="failure">
          {messages.gone}
        </p>
      )}
      <Terms
        {...{ locale, messages }}
        isChecked={values.terms === 'yes'}
        isFaulty={'terms' in faults}
        onChange={(isChecked) => giftPayForm.change('terms', isChecked ? 'yes' : '')}
      />
      <GiftFailure {...{ failure, wait, messages, locale }} />
      {act.state === 'failed' && <GiftFailure failure={act.fault} wait={act.seconds} {...{ messages, locale }} />}
      <Ways {...{ messages, isStill, isGone }} cancel={() => void run('cancel', cancelGift)} />
      <Busy isBusy={isStill} text={act.state === 'busy' ? messages.cancelling : messages.paying} />
    </form>
  )
}

/** Opens the payment, and follows the order that it places. */
function useGiftPayment(locale: Locale): void {
  useEffect(() => {
    openGiftPayment()
    return $giftPlaced.listen((placed) => placed && followOrder(placed, locale))
  }, [locale])
}

type WaysProps = Pick<Props, 'messages'> & { isStill: boolean; isGone: boolean; cancel: () => void }

/** Pays, changes or cancels the gift. `isStill`: something is under way, so presses are ignored. */
function Ways({ messages, isStill, isGone, cancel }: WaysProps) {
  return (
    <div className="ways">
      <button type="submit" className="button" aria-disabled={isStill || isGone}>
        {messages.pay}
      </button>
      <button type="button" className="button quiet" aria-disabled={isStill} onClick={() => !isStill && changeGift()}>
        {messages.change}
      </button>
      <button type="button" className="button quiet" aria-disabled={isStill} onClick={() => !isStill && cancel()}>
        {messages.cancelGift}
      </button>
    </div>
  )
}

/** Recipient, giver and message of the gift. */
function GiftFacts({ gift, locale, messages }: Props) {
  const session = useSession()
  const from = session
    ? `${session.firstName} ${session.lastName}`
    : `${gift.sender_first_name} ${gift.sender_last_name}`
  const moment = deliveryMoment(gift)
  return (
    <dl className="given">
      <div>
        <dt>{messages.for}</dt>
        <dd>
          {gift.first_name} {gift.last_name}
        </dd>
        {gift.email && <dd className="soft">{gift.email}</dd>}
        {gift.mobile && <dd className="soft">{digits(gift.mobile, locale)}</dd>}
      </div>
      <div>
        <dt>{messages.from}</dt>
        <dd>{from}</dd>
        <dd className="soft">{session ? session.userEmail : gift.sender_email}</dd>
      </div>
      <div>
        <dt>{messages.arrives}</dt>
        <dd>{gift.send_by === 'link' ? messages.goesByLink : messages.goesByMail}</dd>
        {moment && <dd>{momentIn(moment.toISOString(), locale, gift.time_zone)}</dd>}
      </div>
      <div>
        <dt>{messages.cardAndVoice}</dt>
        <dd>{messages.occasions[gift.occasion ?? 'thought']}</dd>
        {gift.voice && <dd>{messages.withVoice}</dd>}
      </div>
      <div>
        <dt>{messages.yourMessage}</dt>
        <dd className="letter" lang={scriptOf(gift.message)}>
          {gift.message}
        </dd>
      </div>
    </dl>
  )
}
