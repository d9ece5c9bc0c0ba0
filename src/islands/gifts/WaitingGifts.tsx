import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pathTo } from '#i18n/paths.ts'
import { $waitingGifts, loadWaitingGifts } from '#stores/gifts/waiting-gifts.ts'
import { loadMessages } from './load-messages.ts'

/** Gifts that were mailed to the listener: each leads to its closed card. Who has none sees nothing. */
export function WaitingGifts({ locale }: { locale: Locale }) {
  const waiting = useStore($waitingGifts, { ssr: () => [] })
  const [messages, setMessages] = useState<Messages['waitingGift']>()
  useEffect(() => void loadWaitingGifts(), [])
  const isNeeded = waiting.length > 0
  useEffect(() => {
    if (isNeeded) void loadMessages(locale, 'waitingGift').then(setMessages, () => undefined)
  }, [locale, isNeeded])
  if (!messages || !isNeeded) return null
  return (
    <section className="notice good waiting-gifts" aria-labelledby="waiting-gifts">
      <h2 id="waiting-gifts">{messages.heading}</h2>
      {waiting.map(({ code, first_name: name }) => (
        <p key={code} className="ways">
          {name && <span>{interpolate(messages.from, { name })}</span>}
          {/* On the page that redeems gifts the router would write the code into the address, and nobody would hear of it. */}
          <a className="button" href={`${pathTo('redeemGift', locale)}#${code}`} data-astro-reload="">
            {messages.open}
          </a>
        </p>
      ))}
    </section>
  )
}
