import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { momentIn } from '#i18n/dates/moment-in.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { Failure } from '#islands/accounts/Failure.tsx'
import { $opening, beginAtOnce, enter, look, open, type Opening, type SeenGift } from '#stores/gifts/opening.ts'
import { $isBegun, forgetCode, redeemForm } from '#stores/gifts/redeem.ts'
import { TryAgain } from '#ui/TryAgain.tsx'
import { GreetingCard, type GreetingLines } from '../GreetingCard.tsx'
import type { OpeningMessages } from '../gift-messages.ts'
import { OpenCard } from './OpenCard.tsx'
import { usePageHeading } from './use-page-heading.ts'

type Props = { code: string; locale: Locale; messages: OpeningMessages; lines: GreetingLines }

const LOOKING: Opening = { state: 'looking' }
const SHORTEST_MS = 5_000
const LONGEST_MS = 60_000

/** The gift of a link: closed, until one press opens it. */
export function GiftOpening(props: Props) {
  const { code } = props
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => void ($isBegun.get() ? beginAtOnce(code) : enter(code)), [code])
  useEffect(() => {
    // The form in which it was typed is gone.
    if (redeemForm.$done.get()) part.current?.focus()
  }, [])
  const lookAgain = () => {
    part.current?.focus()
    return look(code)
  }
  return (
    <div ref={part} tabIndex={-1}>
      <Shown {...{ ...props, lookAgain }} />
    </div>
  )
}

function Shown({ code, locale, messages, lines, lookAgain }: Props & { lookAgain: () => Promise<void> }) {
  const now = useStore($opening, { ssr: () => LOOKING })
  if (now.state === 'looking') return <p role="status">{messages.looking}</p>
  if (now.state === 'failed')
    return (
      <TryAgain text={messages.lookFailed} label={messages.tryAgain} retry={lookAgain}>
        {now.failure.fault === 'tooMany' && (
          <Failure failure="tooMany" wait={now.failure.seconds} {...{ messages, locale }} />
        )}
      </TryAgain>
    )
  if (now.state === 'unknown') return <Gone messages={messages} title={messages.unknown} text={messages.unknownText} />
  if (now.state === 'open') return <OpenCard now={now} {...{ code, locale, messages, lines }} />
  if (now.gift.state === 'gone') return <Gone messages={messages} title={messages.gone} text={messages.goneText} />
  if (now.gift.state === 'redeemed')
    return <Gone messages={messages} title={messages.redeemed} text={messages.redeemedText} />
  if (now.gift.state === 'waiting') return <Waiting gift={now.gift} {...{ code, locale, messages, lines }} />
  return <Closed now={now} {...{ code, locale, messages, lines }} />
}

/** Takes the focus: what was pressed is gone. `isCalm`: only from the part around it, not when a link was opened. */
function Heading({ isCalm = false, children }: { isCalm?: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const { activeElement: focused } = document
    if (!isCalm || (focused !== document.body && focused?.contains(heading.current))) heading.current?.focus()
  }, [isCalm])
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}

const nameOf = ({ first_name: name }: { first_name: string }, messages: OpeningMessages): string =>
  name === '' ? messages.somebody : interpolate(messages.cardFrom, { name })

function Closed({ now, code, locale, messages, lines }: Props & { now: Opening & { state: 'seen' } }) {
  const { gift, isBusy, failure } = now
  usePageHeading(messages.forYou)
  return (
    <section className="opened" data-gift aria-busy={isBusy}>
      <GreetingCard occasion={gift.occasion} lines={lines} />
      <Heading isCalm>{nameOf(gift, messages)}</Heading>
      {gift.has_voice && <p className="soft">{messages.hasVoice}</p>}
      <Failure failure={failure?.fault} wait={failure?.seconds} {...{ messages, locale }} />
      <p className="ways">
        <button type="button" className="button" aria-disabled={isBusy} onClick={() => void open(code)}>
          {messages.openIt}
        </button>
      </p>
      <p role="status">{isBusy && messages.openingIt}</p>
    </section>
  )
}

/** Before its hour, which the server decides: the clock of a device may be wrong. */
function Waiting({ gift, code, locale, messages, lines }: Props & { gift: SeenGift }) {
  const { opens_at: opensAt } = gift
  usePageHeading(messages.forYou)
  useEffect(() => {
    const left = gift.opens_at ? Date.parse(gift.opens_at) - Date.now() : LONGEST_MS
    const wait = Math.min(Math.max(left, SHORTEST_MS), LONGEST_MS)
    // Each reply begins anew; after a look that failed the next one follows.
    const timer = setInterval(() => void look(code, true), wait)
    return () => clearInterval(timer)
  }, [gift, code])
  return (
    <section className="opened" data-gift>
      <GreetingCard occasion={gift.occasion} lines={lines} />
      <Heading isCalm>{nameOf(gift, messages)}</Heading>
      <p>{interpolate(messages.waiting, { date: opensAt ? momentIn(opensAt, locale) : '' })}</p>
      <p className="soft">{messages.waitingText}</p>
    </section>
  )
}

function Gone({ title, text, messages }: { title: string; text: string; messages: Messages['gifts']['opening'] }) {
  return (
    <section className="opened">
      <Heading>{title}</Heading>
      <p>{text}</p>
      <p className="ways">
        <button type="button" className="button quiet" onClick={forgetCode}>
          {messages.typeCode}
        </button>
      </p>
    </section>
  )
}
