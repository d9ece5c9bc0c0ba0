import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import type { Cart } from '#contract/cart.ts'
import type { Locale } from '#contract/text/locale.ts'
import { localeOfName, nameOrEnglish } from '#contract/text/translation.ts'
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
        {cart.lines.map((line) => (
          <SummaryLine
            key={line.variant}
            {...{ line, locale, messages }}
            currency={cart.summary.currency}
            isBusy={act.state === 'busy'}
            remove={isFixed ? undefined : () => void remove(line.variant)}
          />
        ))}
      </ul>
      {act.state === 'failed' && <Failure failure={act.fault} wait={act.seconds} {...{ messages, locale }} />}
    </>
  )
}

type LineProps = Pick<Props, 'locale' | 'messages'> & {
  line: Cart['lines'][number]
  currency: Cart['summary']['currency']
  isBusy: boolean
  remove?: (() => void) | undefined
}

function SummaryLine({ line, currency, locale, messages, isBusy, remove }: LineProps) {
  const name = nameOrEnglish(line.product, locale)
  return (
    <li>
      <ItemPicture item={line.product} />
      <p className="line-name" lang={localeOfName(line.product, locale)}>
        {name}
      </p>
      <p className="line-price">
        <LinePrice {...{ line, currency, locale, messages }} />
      </p>
      <LineNotes {...{ line, locale, messages, isBusy, remove }} />
      {remove && (
        <button
          type="button"
          className="link"
          aria-label={interpolate(messages.lineRemoveOf, { title: name })}
          aria-disabled={isBusy}
          onClick={remove}
        >
          {messages.lineRemove}
        </button>
      )}
    </li>
  )
}
