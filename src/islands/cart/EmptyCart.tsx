import type { Locale } from '#contract/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pathTo } from '#i18n/paths.ts'

export function EmptyCart({ locale, messages }: { locale: Locale; messages: Messages['orders']['checkout'] }) {
  return (
    <section className="summary" aria-labelledby="empty-cart">
      <h2 id="empty-cart">{messages.empty}</h2>
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
