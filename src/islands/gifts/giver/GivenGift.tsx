import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import type { Locale } from '#contract/text/locale.ts'
import { momentIn } from '#i18n/dates/moment-in.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { $givenGift, loadGiven, sendAgain, type GivenReply, type GivenGift as State } from '#stores/gifts/given-gift.ts'
import { TryAgain } from '#ui/TryAgain.tsx'
import { VoiceButton } from '../VoiceButton.tsx'
import { ChangeDay } from './ChangeDay.tsx'
import { loadMessages } from '../load-messages.ts'
import { SendLink } from './SendLink.tsx'

type Props = { order: Order; locale: Locale }
type Texts = Messages['givenGift']
export type GivenProps = { gift: GivenReply; token: string; name: string; locale: Locale; messages: Texts }

const LOADING: State = { state: 'loading' }

/** What became of a gift, for its giver: when it went out, was opened and redeemed; its link, its day, its voice. */
export function GivenGift({ order, locale }: Props) {
  const now = useStore($givenGift, { ssr: () => LOADING })
  const messages = useMessages(locale)
  const { order_token: token } = order
  useEffect(() => void loadGiven(token), [token])
  // The store may still have the gift of the page before.
  if (!messages || now.state === 'loading' || (now.state === 'ready' && now.token !== token)) return null
  if (now.state === 'failed')
    return <TryAgain text={messages.failed} label={messages.tryAgain} retry={() => loadGiven(token)} />
  const { gift } = now
  const props = { gift, token, name: order.gift_details?.first_name ?? '', locale, messages }
  return (
    <section className="given-gift" aria-labelledby="given-gift">
      <h2 id="given-gift">{gift.sent_at ? messages.heading : messages.headingWaits}</h2>
      <Story {...props} />
      {gift.voice && (
        <p className="ways">
          <VoiceButton
            address={gift.voice.address}
            label={messages.hearVoice}
            stopLabel={messages.stopVoice}
            failed={messages.voiceFailed}
            renew={async () => {
              await loadGiven(token)
              return undefined
            }}
          />
        </p>
      )}
      {!gift.redeemed_at && gift.code && <SendLink {...props} code={gift.code} />}
      {!gift.sent_at && <ChangeDay {...props} />}
      {gift.sent_at && !gift.redeemed_at && gift.send_by === 'mail' && <Again {...props} />}
    </section>
  )
}

/** They come when there is a gift: guests who buy nothing and buyers of titles load none of it. */
function useMessages(locale: Locale): Texts | undefined {
  const [messages, setMessages] = useState<Texts>()
  useEffect(() => {
    void loadMessages(locale, 'givenGift').then(setMessages, () => undefined)
  }, [locale])
  return messages
}

function Story({ gift, locale, messages }: GivenProps) {
  const isLink = gift.send_by === 'link'
  const steps = [
    !gift.sent_at && gift.deliver_at && { key: isLink ? 'opensAt' : 'goesOut', moment: gift.deliver_at },
    gift.sent_at && { key: isLink ? 'opensSince' : 'sent', moment: gift.sent_at },
    gift.opened_at && { key: 'opened', moment: gift.opened_at },
    gift.redeemed_at && { key: 'redeemed', moment: gift.redeemed_at },
  ].filter((step): step is { key: keyof Texts['steps']; moment: string } => Boolean(step))
  // All on the same clocks, which are named: those that the giver chose, else their own.
  const zone = gift.time_zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      <ul role="list" className="gift-steps">
        {steps.map(({ key, moment }) => (
          <li key={key}>{interpolate(messages.steps[key], { date: momentIn(moment, locale, zone) })}</li>
        ))}
        {gift.sent_at && !gift.opened_at && <li className="soft">{messages.notOpened}</li>}
      </ul>
    </>
  )
}

function Again({ token, name, messages }: GivenProps) {
  const [note, setNote] = useState<'none' | 'busy' | 'again' | 'tooMany' | 'notAgain'>('none')
  const press = async () => {
    if (note === 'busy') return
    setNote('busy')
    const result = await sendAgain(token)
    const failure = !result.ok && result.fault === 'tooMany' ? 'tooMany' : 'notAgain'
    setNote(result.ok ? 'again' : failure)
  }
  return (
    <p className="ways">
      <button type="button" className="button quiet" aria-disabled={note === 'busy'} onClick={() => void press()}>
        {messages.sendAgain}
      </button>
      <span role="status">{note !== 'none' && note !== 'busy' && interpolate(messages.notes[note], { name })}</span>
    </p>
  )
}
