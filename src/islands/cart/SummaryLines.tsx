import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import type { Cart } from '#contract/cart.ts'
import type { Locale } from '#contract/locale.ts'
import { localeOfName, nameOrEnglish } from '#contract/translation.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { Failure, type FailureMessages } from '#islands/accounts/Failure.tsx'
import { createPendingAction, type PendingAction } from '#stores/pending-action.ts'
import type { CartStore } from '#stores/cart/cart-lines.ts'
import { ItemPicture } from './ItemPicture.tsx'
import { LineNotes, LinePrice, type LineMessages } from './LineFacts.tsx'

type Props = { cartStore: CartStore; cart: Cart; locale: Locale; messages: SummaryMessages; isFixed: boolean }
type SummaryMessages = Messages['orders']['summary'] & FailureMessages & LineMessages

const IDLE: PendingAction = { state: 'idle' }

/** Lines of the cart. */
export function SummaryLines({ cartStore, cart, locale, messages, isFixed }: Props) {
  const [{ $pendingAction, run }] = useState(createPendingAction)
  const act = useStore($pendingAction, { ssr: () => IDLE })
  const list = useRef<HTMLUListElement>(null)

  async function remove(variant: number) {
    // The focused button is gone, so the list takes the focus.
    if (await run(String(variant), () => cartStore.remove(variant))) list.current?.focus()
  }

  return (
    <>
      <ul role="list" className="lines" ref={list} tabIndex={-1}>
        {cart.lines.map((line) => {
          const { variant, product } = line
          const name = nameOrEnglish(product, locale)
          return (
            <li key={variant}>
              <ItemPicture item={product} />
              <p className="line-name" lang={localeOfName(product, locale)}>
                {name}
              </p>
              <p className="line-price">
                <LinePrice {...{ line, locale, messages }} currency={cart.summary.currency} />
              </p>
              <LineNotes
                {...{ line, locale, messages }}
                isBusy={act.state === 'busy'}
                remove={isFixed ? undefined : () => void remove(variant)}
              />
              {!isFixed && (
                <button
                  type="button"
                  className="link"
                  aria-label={interpolate(messages.lineRemoveOf, { title: name })}
                  aria-disabled={act.state === 'busy'}
                  onClick={() => void remove(variant)}
                >
                  {messages.lineRemove}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {act.state === 'failed' && <Failure failure={act.fault} wait={act.seconds} {...{ messages, locale }} />}
    </>
  )
}
