import { useStore } from '@nanostores/react'
import type { Order } from '#contract/orders.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { newProfilePath } from '#i18n/paths.ts'
import { Failure } from '#islands/accounts/Failure.tsx'
import type { PendingAction } from '#stores/pending-action.ts'
import { orderAction, invoiceUrl, payNow, repay } from '#stores/orders/orders.ts'
import type { Placed } from '#stores/payments/payment.ts'
import type { OrderWords } from './order-words.ts'
import { goOn } from '../payments/result-path.ts'

type Props = { order: Order; locale: Locale; words: OrderWords }
type Kind = 'invoice' | 'credit'

const IDLE: PendingAction = { state: 'idle' }

/** Browsers grant a window only in the press itself: it is opened empty and led to the paper later. */
async function openPaper(order: Order, kind: Kind, opening: string): Promise<void> {
  const paper = window.open('', '_blank')
  if (paper) paper.document.body.textContent = opening
  const path = await invoiceUrl(order, kind)
  if (path === undefined) return paper?.close()
  if (paper) paper.location.replace(path)
  else location.assign(path)
}

/** Debits of an auto-renewal come by themselves. */
const isPayable = ({ status, payment, is_renewal }: Order): boolean =>
  status === 'unfulfilled' && payment === 'none' && !is_renewal

/** What can be done with an order: pay it, pay it anew, have its papers. A failure stands below (OR-2, OR-3). */
export function OrderActs({ order, locale, words }: Props) {
  const act = useStore(orderAction.$pendingAction, { ssr: () => IDLE })
  const isBusy = act.state === 'busy'
  const id = digits(order.id, locale)
  const isMine = act.state !== 'idle' && act.what.split(' ')[1] === String(order.id)

  async function pay(by: (order: Order) => Promise<Placed | undefined>) {
    const placed = await by(order)
    if (placed) goOn(placed, locale)
  }
  const button = (word: 're-payment' | 'pay-now' | 'invoice' | 'credit-note', press: () => void) => (
    <button
      type="button"
      className={word === 're-payment' || word === 'pay-now' ? 'button' : 'button quiet'}
      aria-label={fill(words['act-of'], { act: words[word], id })}
      aria-disabled={isBusy}
      aria-busy={isBusy && isMine}
      onClick={press}
    >
      {words[word]}
    </button>
  )
  return (
    <>
      <p className="ways">
        {order.can_repay && button('re-payment', () => void pay(repay))}
        {isPayable(order) && button('pay-now', () => void pay(payNow))}
        {order.invoice_number !== null &&
          button('invoice', () => void openPaper(order, 'invoice', words['opening-paper']))}
        {order.status === 'refunded' &&
          button('credit-note', () => void openPaper(order, 'credit', words['opening-paper']))}
      </p>
      {act.state === 'failed' && isMine && <ActFailure act={act} {...{ locale, words }} />}
    </>
  )
}

function ActFailure({
  act,
  locale,
  words,
}: {
  act: PendingAction & { state: 'failed' }
  locale: Locale
  words: OrderWords
}) {
  const isPaper = /^(?:invoice|credit) /.test(act.what)
  if (act.fault === 'profileIncomplete')
    return (
      <p role="alert" className="failure">
        {words['failed-profile']} <a href={newProfilePath(locale)}>{words['complete-profile']}</a>
      </p>
    )
  const own = {
    gateway: words['failed-gateway'],
    alreadyOwned: words['failed-owned'],
    notRepayable: words['failed-repay'],
    notPayable: words['failed-repay'],
    notFound: words[isPaper ? 'failed-paper' : 'failed-repay'],
  }[act.fault]
  if (!own) return <Failure failure={act.fault} wait={act.seconds} {...{ words, locale }} />
  return (
    <p role="alert" className="failure">
      {own}
    </p>
  )
}
