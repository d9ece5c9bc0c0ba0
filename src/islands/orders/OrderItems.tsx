import type { Order } from '#contract/orders/orders.ts'
import type { Locale } from '#contract/text/locale.ts'
import { localeOfName, nameOrEnglish } from '#contract/text/translation.ts'
import { pathTo, pathToTitle } from '#i18n/paths.ts'
import { ItemPicture } from '../cart/ItemPicture.tsx'

type Item = Order['product_details'][number]

function pathOf(item: Item, locale: Locale): string {
  if (item.subscription_product) return pathTo('subscribe', locale)
  return pathToTitle(locale, { id: item.id, slug: item.product_slug, type: item.product_type })
}

/** The ordered items. A title that is no longer sold has no page, so its name is no link. */
export function OrderItems({ items, locale }: { items: readonly Item[]; locale: Locale }) {
  return (
    <ul role="list" className="ordered">
      {items.map((item) => {
        const isListed = item.subscription_product || item.product_slug !== ''
        const name = nameOrEnglish(item, locale)
        return (
          <li key={`${item.product_type} ${item.id}`}>
            <ItemPicture item={item} />
            <p lang={localeOfName(item, locale)}>{isListed ? <a href={pathOf(item, locale)}>{name}</a> : name}</p>
          </li>
        )
      })}
    </ul>
  )
}
