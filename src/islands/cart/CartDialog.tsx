import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { audioTypeWord } from '#contract/catalog/audio-type.ts'
import type { Cart } from '#contract/cart.ts'
import { toMinor, type Amount } from '#contract/money/money.ts'
import type { Locale } from '#contract/text/locale.ts'
import { localeOfName, nameOrEnglish } from '#contract/text/translation.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { exactMoney } from '#i18n/format.ts'
import { pathTo } from '#i18n/paths.ts'
import { cart as store } from '#stores/cart/cart.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { pressable } from '#ui/pressable.ts'
import { TryAgain } from '#ui/TryAgain.tsx'
import { ItemPicture } from './ItemPicture.tsx'
import { LineNotes, LinePrice } from './LineFacts.tsx'
import { TakenOut } from './TakenOut.tsx'

type CartMessages = Messages['cart']
type Props = { locale: Locale; messages: CartMessages; onClose: () => void }
type Line = Cart['lines'][number]

/** The cart over the page [CA-1]. */
export function CartDialog({ locale, messages, onClose }: Props) {
  const now = useStore(store.$cart)
  const [isStuck, setStuck] = useState(false)
  const rest = useRef<HTMLDivElement>(null)
  const cart = now.state === 'ready' ? now.cart : undefined

  async function remove(variant: number) {
    const { ok } = await store.remove(variant)
    setStuck(!ok)
    // The pressed button is no longer in the document. The focus goes where one press too many takes nothing else out.
    if (ok) rest.current?.querySelector<HTMLElement>('.ways > *')?.focus()
  }

  return (
    <Dialog title={messages.title} close={messages.close} isOpen onClose={onClose}>
      {(now.state === 'unknown' || now.state === 'loading') && <p role="status">{messages.loading}</p>}
      {now.state === 'failed' && (
        <TryAgain text={messages.failed} label={messages.tryAgain} retry={store.load} className="button quiet" />
      )}
      {now.state === 'ready' && (
        <div className="cart-lines" ref={rest}>
          {cart?.lines.length ? <Lines {...{ cart, locale, messages, remove }} /> : <Empty messages={messages} />}
          <TakenOut cartStore={store} {...{ now, locale }} messages={messages.line} />
          {isStuck && (
            <p role="alert" className="failure">
              {messages.notRemoved}
            </p>
          )}
          <div className="ways">
            {!!cart?.lines.length && (
              <a className="button" href={pathTo('checkout', locale)}>
                {messages.checkout}
              </a>
            )}
            <button type="button" className="button quiet" data-close>
              {messages.continue}
            </button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

const Empty = ({ messages }: { messages: CartMessages }) => (
  <>
    <p role="status">{messages.empty}</p>
    <p className="soft">{messages.emptyLead}</p>
  </>
)

function Lines({
  cart,
  locale,
  messages,
  remove,
}: {
  cart: Cart
  locale: Locale
  messages: CartMessages
  remove: (variant: number) => Promise<void>
}) {
  const isTaxed = cart.summary.taxes.length > 0
  const amount = (of: Amount) => exactMoney(toMinor(of), cart.summary.currency, locale)
  return (
    <>
      <ul role="list">
        {cart.lines.map((line) => (
          <Row key={line.variant} {...{ line, locale, messages, remove }} currency={cart.summary.currency} />
        ))}
      </ul>
      <div className="subtotal">
        {isTaxed && (
          <p className="soft">
            <span>{messages.subtotal}</span>
            <span>{amount(cart.summary.subtotal)}</span>
          </p>
        )}
        <p>
          <span>{messages[isTaxed ? 'total' : 'subtotal']}</span>
          <strong>{amount(isTaxed ? cart.summary.total : cart.summary.subtotal)}</strong>
        </p>
      </div>
    </>
  )
}

type RowProps = {
  line: Line
  currency: Cart['summary']['currency']
  locale: Locale
  messages: CartMessages
  remove: (variant: number) => Promise<void>
}

function Row({ line, currency, locale, messages, remove }: RowProps) {
  const { variant, product } = line
  const [isBusy, setBusy] = useState(false)
  const name = nameOrEnglish(product, locale)
  const type = typeOf(product.product_type, messages)
  const takeOut = () => {
    setBusy(true)
    void remove(variant).finally(() => setBusy(false))
  }
  return (
    <li aria-busy={isBusy}>
      <ItemPicture item={product} />
      <p>
        <strong lang={localeOfName(product, locale)}>{name}</strong>
        {type && <span className="soft">{type}</span>}
        <LinePrice {...{ line, currency, locale }} messages={messages.line} />
      </p>
      <button
        type="button"
        className="round"
        aria-label={interpolate(messages.remove, { name })}
        {...pressable(isBusy, takeOut)}
      >
        <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
          <use href="/icons.svg#close" />
        </svg>
      </button>
      <LineNotes {...{ line, locale, isBusy }} messages={messages.line} remove={takeOut} />
    </li>
  )
}

/** Kids' titles and courses carry no label. */
function typeOf(type: Line['product']['product_type'], messages: CartMessages): string | undefined {
  if (type === 'subscription_product') return messages.plan
  const word = audioTypeWord(type)
  return word === 'kids' || word === 'languagelab' ? undefined : messages[word]
}
