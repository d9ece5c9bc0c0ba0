import { useEffect, useRef } from 'react'
import type { Locale } from '#contract/locale.ts'
import { scriptOf } from '#contract/text.ts'
import { localeOfName, nameOrEnglish } from '#contract/translation.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pathTo } from '#i18n/paths.ts'
import { ItemPicture } from '#islands/cart/ItemPicture.tsx'
import { forgetOpened, type Opened } from '#stores/gifts/redeem.ts'

type Props = { opened: Opened; locale: Locale; messages: Messages['gifts']['redeem'] }

/** An opened gift: its items, the giver and their message. */
export function OpenedGift({ opened, locale, messages }: Props) {
  const { product_details: items, first_name: name, message } = opened
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="opened" aria-labelledby="opened">
      <h2 id="opened" ref={heading} tabIndex={-1}>
        {messages.open}
      </h2>
      <p>{interpolate(messages.from, { name })}</p>
      <ul role="list" className="lines">
        {items.map((item) => (
          <li key={`${item.product_type} ${item.id}`}>
            <ItemPicture item={item} />
            <p className="line-name" lang={localeOfName(item, locale)}>
              {nameOrEnglish(item, locale)}
            </p>
          </li>
        ))}
      </ul>
      <p className="soft">{interpolate(messages.wrote, { name })}</p>
      <blockquote className="letter" lang={scriptOf(message)}>
        {message}
      </blockquote>
      <p className="ways">
        <a className="button" href={pathTo('library', locale)}>
          {messages.toLibrary}
        </a>
        <button type="button" className="button quiet" onClick={forgetOpened}>
          {messages.another}
        </button>
      </p>
    </section>
  )
}
