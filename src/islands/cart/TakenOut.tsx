import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { Locale } from '#contract/locale.ts'
import { localeOfName, nameOrEnglish } from '#contract/translation.ts'
import type { CartState, CartStore } from '#stores/cart/cart-lines.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { LineMessages } from './LineFacts.tsx'

type Props = { cartStore: CartStore; now: CartState; locale: Locale; messages: LineMessages }

/** The title or plan that was taken out last, and its way back. Once it is back the text has the focus, because the button is gone. */
export function TakenOut({ cartStore: { $taken, add, forgetTaken }, now, locale, messages }: Props) {
  const taken = useStore($taken, { ssr: () => undefined })
  const [isFailed, setFailed] = useState(false)
  const text = useRef<HTMLParagraphElement>(null)
  const isBack = now.state === 'ready' && now.cart?.lines.some(({ variant }) => variant === taken?.variant)

  useEffect(() => forgetTaken, [forgetTaken])

  async function putBack(variant: number) {
    const { ok } = await add(variant)
    setFailed(!ok)
    if (ok) text.current?.focus()
  }

  return (
    <div className="taken-out">
      <p role="status" ref={text} tabIndex={-1} lang={taken && localeOfName(taken.product, locale)}>
        {taken &&
          interpolate(messages[isBack ? 'isBack' : 'takenOut'], { title: nameOrEnglish(taken.product, locale) })}
      </p>
      {taken && !isBack && (
        <button type="button" className="link" onClick={() => void putBack(taken.variant)}>
          {messages.putBack}
        </button>
      )}
      {isFailed && !isBack && (
        <p role="alert" className="failure">
          {messages.notPutBack}
        </p>
      )}
    </div>
  )
}
