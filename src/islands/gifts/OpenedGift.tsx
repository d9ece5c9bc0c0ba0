import { useEffect, useRef } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { scriptOf } from '#contract/text/text.ts'
import { localeOfName, nameOrEnglish } from '#contract/text/translation.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pathTo } from '#i18n/paths.ts'
import { ItemPicture } from '#islands/cart/ItemPicture.tsx'
import { PlayNow } from '#islands/orders/PlayNow.tsx'
import { forgetOpened, type Opened } from '#stores/gifts/redeem.ts'
import { usePageHeading } from './opening/use-page-heading.ts'

type Props = { opened: Opened; locale: Locale; messages: Messages['gifts']['redeem']; playMessages: PlayMessages }
export type PlayMessages = Pick<Messages['orders']['result'], 'play' | 'pause'>

/** An opened gift: its items, the giver and their message. */
export function OpenedGift({ opened, locale, messages, playMessages }: Props) {
  const { product_details: items, first_name: name, message } = opened
  usePageHeading(messages.forYou)
  const heading = useRef<HTMLHeadingElement>(null)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    heading.current?.focus()
    // It begins by itself; a browser that wants a press for sound leaves the button.
    section.current?.querySelector<HTMLElement>('play-button button')?.click()
  }, [])
  return (
    <section ref={section} className="opened" data-gift aria-labelledby="opened">
      <h2 id="opened" ref={heading} tabIndex={-1}>
        {messages.open}
      </h2>
      <p>{interpolate(messages.from, { name })}</p>
      <GivenItems items={items} locale={locale} />
      <PlayNow items={items} locale={locale} messages={playMessages} />
      <p className="soft">{interpolate(messages.wrote, { name })}</p>
      <blockquote className="letter" lang={scriptOf(message)}>
        {message}
      </blockquote>
      <p className="ways">
        <a className="button quiet" href={pathTo('library', locale)}>
          {messages.toLibrary}
        </a>
        <button type="button" className="button quiet" onClick={forgetOpened}>
          {messages.another}
        </button>
      </p>
    </section>
  )
}

/** What is given, with its covers. */
export function GivenItems({ items, locale }: { items: Opened['product_details']; locale: Locale }) {
  return (
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
  )
}
