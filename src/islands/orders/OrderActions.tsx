import { useStore } from '@nanostores/react'
import type { Order } from '#contract/orders/orders.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { newProfilePath, pathTo } from '#i18n/paths.ts'
import { Failure } from '#islands/accounts/Failure.tsx'
import type { PendingAction } from '#stores/pending-action.ts'
import { invoiceUrl, orderAction, payNow, repay } from '#stores/orders/orders.ts'
import type { Placed } from '#stores/payments/payment.ts'
import type { OrderMessages } from './order-messages.ts'
import { RepayDialog } from './RepayDialog.tsx'
import { followOrder } from '../payments/result-path.ts'

type Props = { order: Order; locale: Locale; messages: OrderMessages }
type Kind = 'invoice' | 'credit' | 'part'

const IDLE: PendingAction = { state: 'idle' }

/** Browsers allow a new window only during the click itself, so it is opened empty and gets its address later. */
export async function openPaper(order: Order, kind: Kind, opening: string, number?: string): Promise<void> {
  const paper = window.open('', '_blank')
  if (paper) paper.document.body.textContent = opening
  const path = await invoiceUrl(order, kind, number)
  if (path === undefined) return paper?.close()
  if (paper) paper.location.replace(path)
  else location.assign(path)
}

/** What is said below the last button of the window would be behind the player. */
const showAll = (part: HTMLElement | null): void => part?.scrollIntoView({ block: 'nearest' })

/** Debits of an auto-renewal are made by the server. */
const isPayable = ({ status, payment, is_renewal }: Order): boolean =>
  status === 'unfulfilled' && payment === 'none' && !is_renewal

/** Buttons of an order: pay, pay again, open its documents [OR-2, OR-3]. A failure is shown below them. */
export function OrderActions({ order, locale, messages }: Props) {
  const act = useStore(orderAction.$pendingAction, { ssr: () => IDLE })
  const isMine = act.state !== 'idle' && act.what.split(' ')[1] === String(order.id)
  return (
    <>
      <ActionButtons {...{ order, locale, messages }} isBusy={act.state === 'busy'} isMine={isMine} />
      {order.can_repay && <RepayDialog {...{ order, locale, messages }} />}
      {act.state === 'failed' && isMine && (
        <div ref={showAll}>
          <ActFailure act={act} {...{ locale, messages }} />
        </div>
      )}
    </>
  )
}

function ActionButtons({ order, locale, messages, isBusy, isMine }: Props & { isBusy: boolean; isMine: boolean }) {
  const id = digits(order.id, locale)
  async function pay(by: (order: Order) => Promise<Placed | undefined>) {
    const placed = await by(order)
    if (placed) followOrder(placed, locale)
  }
  const button = (action: keyof OrderMessages['actions'], press: () => void, number = '') => (
    <button
      key={action + number}
      type="button"
      className={action === 'repay' || action === 'payNow' ? 'button' : 'button quiet'}
      aria-label={interpolate(messages.actOf, { act: `${messages.actions[action]} ${number}`.trim(), id })}
      aria-disabled={isBusy}
      aria-busy={isBusy && isMine}
      onClick={press}
    >
      {messages.actions[action]}
    </button>
  )
  const open = (kind: Kind, number?: string) => void openPaper(order, kind, messages.openingDocument, number)
  return (
    <p className="ways">
      {order.can_repay && button('repay', () => void pay((canceled) => repay(canceled)))}
      {isPayable(order) && button('payNow', () => void pay(payNow))}
      {order.invoice_number !== null && button('invoice', () => open('invoice'))}
      {order.status === 'refunded' && button('creditNote', () => open('credit'))}
      {order.returned?.numbers?.map((number, _at, all) =>
        button('creditPart', () => open('part', number), all.length > 1 ? number : ''),
      )}
    </p>
  )
}

function ActFailure({
  act,
  locale,
  messages,
}: {
  act: PendingAction & { state: 'failed' }
  locale: Locale
  messages: OrderMessages
}) {
  const isPaper = /^(?:invoice|credit|part) /.test(act.what)
  if (act.fault === 'profileIncomplete')
    return (
      <p role="alert" className="failure">
        {messages.profileIncomplete}{' '}
        <a href={newProfilePath(locale, `${pathTo('library', locale)}?tab=orders`)}>{messages.completeProfile}</a>
      </p>
    )
  const own = {
    gateway: messages.gatewayFailed,
    alreadyOwned: messages.failedOwned,
    underWay: messages.underWay,
    notRepayable: messages.failedRepay,
    notPayable: messages.failedRepay,
    notFound: messages[isPaper ? 'failedDocument' : 'failedRepay'],
  }[act.fault]
  if (!own) return <Failure failure={act.fault} wait={act.seconds} {...{ messages, locale }} />
  return (
    <p role="alert" className="failure">
      {own}
    </p>
  )
}
