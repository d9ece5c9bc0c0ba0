import { useEffect, useRef } from 'react'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'

export type MoreWords = Record<'more' | 'more-failed' | 'shown', string>
type Props = {
  more: 'none' | 'available' | 'loading' | 'failed'
  shown: number
  count: number
  load: () => Promise<void>
  locale: Locale
  words: MoreWords
}

/** Ten more when the end comes into view; the button does the same (LI-3, OR-2). */
export function More({ more, shown, count, load, locale, words }: Props) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current || more !== 'available') return
    const seen = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void load()
    })
    seen.observe(end.current)
    return () => seen.disconnect()
  }, [more, load])
  if (more === 'none') return null
  return (
    <div ref={end} className="more-titles">
      <p role="status">
        {more === 'failed'
          ? words['more-failed']
          : fill(words.shown, { shown: digits(shown, locale), count: digits(count, locale) })}
      </p>
      <button type="button" className="button quiet" aria-busy={more === 'loading'} onClick={() => void load()}>
        {words.more}
      </button>
    </div>
  )
}
