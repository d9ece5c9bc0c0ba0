import type { Order } from '#contract/orders/orders.ts'
import type { Locale } from '#contract/text/locale.ts'
import { localeOfName, nameOrEnglish } from '#contract/text/translation.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'

type Props = {
  items: Order['product_details']
  locale: Locale
  messages: Pick<Messages['orders']['result'], 'play' | 'pause'>
}

/** What was bought plays at one press: the first of its titles. A plan alone has nothing to play. */
export function PlayNow({ items, locale, messages }: Props) {
  const title = items.find((item) => !item.subscription_product && item.product_slug !== '')
  if (!title) return null
  const name = nameOrEnglish(title, locale)
  const label = (message: string) => interpolate(message, { title: name })
  return (
    <play-button title-id={title.id} play-label={label(messages.play)} pause-label={label(messages.pause)}>
      <button type="button" className="button play-now" lang={localeOfName(title, locale)}>
        {(['play', 'pause'] as const).map((sign) => (
          <span key={sign}>
            <svg width="28" height="28" viewBox="0 0 24 24" aria-hidden="true">
              <use href={`/icons.svg#${sign}`} />
            </svg>
            {label(messages[sign])}
          </span>
        ))}
      </button>
    </play-button>
  )
}
