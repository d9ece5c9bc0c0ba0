import { useEffect, useRef } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pathTo } from '#i18n/paths.ts'

type Props = { locale: Locale; messages: Messages['orders']['checkout']; takesFocus: boolean }

/** `takesFocus`: the last line was taken out, and with it the button that had the focus. Another tab may do it, while somebody types here. */
export function EmptyCart({ locale, messages, takesFocus }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) heading.current?.focus()
  }, [takesFocus])
  return (
    <section className="summary" aria-labelledby="empty-cart">
      <h2 ref={heading} id="empty-cart" tabIndex={-1}>
        {messages.empty}
      </h2>
      <p className="soft">{messages.emptyText}</p>
      <p className="ways">
        <a className="button quiet" href={pathTo('browse', locale)}>
          {messages.toBrowse}
        </a>
        <a className="button quiet" href={pathTo('subscribe', locale)}>
          {messages.toPlans}
        </a>
      </p>
    </section>
  )
}
