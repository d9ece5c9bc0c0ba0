import { useEffect, useRef } from 'react'
import { scriptOf, type Locale } from '#contract/text.ts'
import { localeOfName, nameOrEnglish } from '#contract/translation.ts'
import { fill } from '#i18n/interpolate.ts'
import { pathTo } from '#i18n/paths.ts'
import { ItemPicture } from '#islands/cart/ItemPicture.tsx'
import { forgetOpened, type Opened } from '#stores/gifts/redeem.ts'

export type OpenedWords = Record<'open' | 'from' | 'wrote' | 'to-library' | 'another', string>
type Props = { opened: Opened; locale: Locale; words: OpenedWords }

/** What was given, by whom, and what they wrote. */
export function OpenedGift({ opened, locale, words }: Props) {
  const { product_details: items, first_name: name, message } = opened
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="opened" aria-labelledby="opened">
      <h2 id="opened" ref={heading} tabIndex={-1}>
        {words.open}
      </h2>
      <p>{fill(words.from, { name })}</p>
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
      <p className="soft">{fill(words.wrote, { name })}</p>
      <blockquote className="letter" lang={scriptOf(message)}>
        {message}
      </blockquote>
      <p className="ways">
        <a className="button" href={pathTo('library', locale)}>
          {words['to-library']}
        </a>
        <button type="button" className="button quiet" onClick={forgetOpened}>
          {words.another}
        </button>
      </p>
    </section>
  )
}
