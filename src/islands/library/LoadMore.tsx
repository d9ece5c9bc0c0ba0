import { useEffect, useRef, useState } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import type { MoreMessages } from './library-messages.ts'

type Props = {
  more: 'none' | 'available' | 'loading' | 'failed'
  shown: number
  count: number
  load: () => Promise<void>
  locale: Locale
  messages: MoreMessages
}

/** Loads ten more when the end scrolls into view or the button is pressed [LI-3, OR-2]. */
export function LoadMore({ more, shown, count, load, locale, messages }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const note = useRef<HTMLParagraphElement>(null)
  const [isPressed, setPressed] = useState(false)
  useEffect(() => {
    if (!end.current || more !== 'available') return
    const seen = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void load()
    })
    seen.observe(end.current)
    return () => seen.disconnect()
  }, [more, load])
  // The button is gone then, and the focus with it; what is loaded by scrolling leaves the focus where it is.
  useEffect(() => {
    if (more === 'none' && isPressed && document.activeElement === document.body) note.current?.focus()
  }, [more, isPressed])
  if (more === 'none' && !isPressed) return null
  const press = () => {
    setPressed(true)
    void load()
  }
  return (
    <div ref={end} className="more-titles">
      <p role="status" ref={note} tabIndex={-1}>
        {more === 'failed'
          ? messages.moreFailed
          : interpolate(messages.shown, { shown: digits(shown, locale), count: digits(count, locale) })}
      </p>
      {more !== 'none' && (
        <button type="button" className="button quiet" aria-busy={more === 'loading'} onClick={press}>
          {messages.more}
        </button>
      )}
    </div>
  )
}
