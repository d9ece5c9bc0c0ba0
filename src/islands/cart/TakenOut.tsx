import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { nameOrEnglish } from '#contract/text/translation.ts'
import type { CartState, CartStore } from '#stores/cart/cart-lines.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { LineMessages } from './LineFacts.tsx'

type Props = { cartStore: CartStore; now: CartState; locale: Locale; messages: LineMessages }

/** The title or plan that was taken out last, and its way back. Once it is back the text has the focus, because the button is gone. */
export function TakenOut({ cartStore: { $taken, add, forgetTaken }, now, locale, messages }: Props) {
  const taken = useStore($taken, { ssr: () => undefined })
  const [failed, setFailed] = useState<number>()
  const status = useRef<HTMLParagraphElement>(null)
  const isBack = now.state === 'ready' && now.cart?.lines.some(({ variant }) => variant === taken?.variant)
  const text = isBack ? 'isBack' : failed === taken?.variant ? 'notPutBack' : 'takenOut'

  useEffect(() => forgetTaken, [forgetTaken])

  async function putBack(variant: number) {
    const { ok } = await add(variant)
    setFailed(ok ? undefined : variant)
    if (ok) status.current?.focus()
  }

  return (
    <div className="taken-out">
      <p role="status" ref={status} tabIndex={-1}>
        {taken && interpolate(messages[text], { title: nameOrEnglish(taken.product, locale) })}
      </p>
      {taken && !isBack && (
        <button type="button" className="link" onClick={() => void putBack(taken.variant)}>
          {messages.putBack}
        </button>
      )}
    </div>
  )
}
