import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { navigate } from '#client/navigate.ts'
import type { Locale } from '#contract/text/locale.ts'
import { scriptOf } from '#contract/text/text.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { pathTo, signInPath } from '#i18n/paths.ts'
import { Failure } from '#islands/accounts/Failure.tsx'
import { $session, type SessionState } from '#stores/accounts/session.ts'
import { begin, voiceAgain, type Opening } from '#stores/gifts/opening.ts'
import { GreetingCard, type GreetingLines } from '../GreetingCard.tsx'
import type { OpeningMessages } from '../gift-messages.ts'
import { GivenItems } from '../OpenedGift.tsx'
import { VoiceButton } from '../VoiceButton.tsx'
import { usePageHeading } from './use-page-heading.ts'

type Props = {
  now: Opening & { state: 'open' }
  code: string
  locale: Locale
  messages: OpeningMessages
  lines: GreetingLines
}

const UNKNOWN: SessionState = { state: 'unknown' }

/** Redeems it and begins, for a listener by one press; a guest signs in first and comes back to exactly that. */
async function beginOrSignIn(code: string, locale: Locale, isGuest: boolean): Promise<void> {
  if (!isGuest) return begin(code)
  await navigate(signInPath(locale, `${pathTo('redeemGift', locale)}?begin`))
}

/** An opened gift: voice, cover, title and message. */
export function OpenCard({ now, code, locale, messages, lines }: Props) {
  const { gift, isBusy, failure, taken } = now
  usePageHeading(messages.forYou)
  const session = useStore($session, { ssr: () => UNKNOWN })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isGuest = session.state === 'out'
  const name = gift.first_name
  return (
    <section className="opened" data-gift aria-labelledby="opened" aria-busy={isBusy}>
      <GreetingCard occasion={gift.occasion} lines={lines} />
      <h2 id="opened" ref={heading} tabIndex={-1}>
        {name === '' ? messages.isOpen : interpolate(messages.from, { name })}
      </h2>
      {gift.voice && <Voice voice={gift.voice} {...{ code, messages, name }} />}
      <GivenItems items={gift.product_details} locale={locale} />
      <blockquote className="letter" lang={scriptOf(gift.message)}>
        {gift.message}
      </blockquote>
      <p className="ways">
        <button
          type="button"
          className="button"
          aria-disabled={isBusy}
          onClick={() => void beginOrSignIn(code, locale, isGuest)}
        >
          {messages.begin}
        </button>
      </p>
      {isGuest && <p className="soft">{messages.beginNote}</p>}
      <BeginFailure {...{ failure, messages, locale }} />
      <p role="status">{isBusy ? messages.beginning : taken && messages.taken}</p>
    </section>
  )
}

type VoiceProps = Pick<Props, 'code' | 'messages'> & {
  voice: NonNullable<Props['now']['gift']['voice']>
  name: string
}

/** Plays at once, as the press has opened it. */
function Voice({ voice, code, messages, name }: VoiceProps) {
  return (
    <div className="heard-voice">
      <VoiceButton
        address={voice.address}
        label={name === '' ? messages.hearVoice : interpolate(messages.hear, { name })}
        stopLabel={messages.stopVoice}
        failed={messages.voiceFailed}
        renew={() => voiceAgain(code)}
        isEager
      />
      {voice.spoken && (
        <p className="spoken" lang={scriptOf(voice.spoken)}>
          {voice.spoken}
        </p>
      )}
    </div>
  )
}

function BeginFailure({
  failure,
  messages,
  locale,
}: Pick<Props, 'messages' | 'locale'> & Pick<Props['now'], 'failure'>) {
  if (failure?.fault === 'alreadyOwned' || failure?.fault === 'gift')
    return (
      <p role="alert" className="failure">
        {messages.faults[failure.fault]}
      </p>
    )
  return <Failure failure={failure?.fault} wait={failure?.seconds} {...{ messages, locale }} />
}
