import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { Locale } from '#contract/locale.ts'
import { pathTo } from '#i18n/paths.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure, failureText } from '#islands/accounts/Failure.tsx'
import type { FaultMessages } from '#islands/forms/fault-text.ts'
import { usePreHydrationInput } from '#islands/forms/pre-hydration-input.ts'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { $code, $opened, forgetOpened, redeem, redeemForm, takeCode } from '#stores/gifts/redeem.ts'
import { $session, currentSession, type SessionState } from '#stores/accounts/session.ts'
import { Field } from '#ui/Field.tsx'
import { Late } from '#ui/Late.tsx'
import type { OpeningMessages } from './gift-messages.ts'
import type { GreetingLines } from './GreetingCard.tsx'
import { OpenedGift, type PlayMessages } from './OpenedGift.tsx'

type RedeemMessages = OpeningMessages & Messages['accounts']['shared']
type Props = {
  locale: Locale
  messages: RedeemMessages
  faultMessages: FaultMessages
  playMessages: PlayMessages
  lines: GreetingLines
}

const NAMES = ['code'] as const
const UNKNOWN: SessionState = { state: 'unknown' }

/** Removes the code from the address, so that nobody reads it there later. The link of a second mail may change the hash of an open page. */
function readAddress(): void {
  takeCode(location.hash)
  if (location.hash || location.search) history.replaceState(history.state, '', location.pathname)
}

/** Who signed in to begin comes back with this in the address: the press was theirs. */
const comesToBegin = (): boolean => new URLSearchParams(location.search).has('begin')
const loadOpening = () => import('./opening/GiftOpening.tsx').then(({ GiftOpening }) => GiftOpening)

/** A refusal is told on the card, which is still there. */
async function beginAfterSignIn(): Promise<void> {
  const code = $code.get()
  if (code && (await currentSession())) await redeem({ code })
}

/** Redeems a gift by its link, or by its code, for signed-in listeners (GI-2). */
export function Redeem({ locale, messages, faultMessages, playMessages, lines }: Props) {
  const session = useStore($session, { ssr: () => UNKNOWN })
  const opened = useStore($opened, { ssr: () => undefined })
  const code = useStore($code, { ssr: () => '' })
  const [notLoaded, setNotLoaded] = useState(false)
  useEffect(() => {
    const isComing = comesToBegin()
    readAddress()
    if (isComing) void beginAfterSignIn()
    addEventListener('hashchange', readAddress)
    return () => {
      removeEventListener('hashchange', readAddress)
      forgetOpened()
    }
  }, [])

  if (opened) return <OpenedGift {...{ opened, locale, messages, playMessages }} />
  if (code && !notLoaded)
    return (
      <Late
        key={code}
        load={loadOpening}
        failed={() => setNotLoaded(true)}
        loading={<p role="status">{messages.looking}</p>}
      >
        {(GiftOpening) => <GiftOpening {...{ code, locale, messages, lines }} />}
      </Late>
    )
  return (
    <>
      {session.state !== 'in' && <Guest {...{ locale, messages }} />}
      {session.state !== 'out' && <CodeForm {...{ locale, messages, faultMessages }} />}
    </>
  )
}

/** Until the session is known, CSS of the page hides this from listeners. */
function Guest({ locale, messages }: Pick<Props, 'locale' | 'messages'>) {
  const next = `?${new URLSearchParams({ next: pathTo('redeemGift', locale) })}`
  return (
    <div className="signed-out">
      <p>{messages.guest}</p>
      <p className="ways">
        <a className="button" href={pathTo('signIn', locale) + next}>
          {messages.signIn}
        </a>
        <a className="button quiet" href={pathTo('registration', locale) + next}>
          {messages.toRegistration}
        </a>
      </p>
    </div>
  )
}

function CodeForm({ locale, messages, faultMessages }: Pick<Props, 'locale' | 'messages' | 'faultMessages'>) {
  const { values, faults, isBusy, failure, wait } = useForm(redeemForm)
  const form = useRef<HTMLFormElement>(null)
  usePreHydrationInput(form, NAMES, redeemForm.change)

  const { code } = faults
  const texts: Record<string, string> = {
    ...faultMessages,
    ...messages.faults,
    tooMany: failureText('tooMany', wait, messages, locale),
  }
  return (
    <form
      ref={form}
      className="form signed-in"
      method="dialog"
      data-early
      noValidate
      aria-busy={isBusy}
      onSubmit={handleSubmit(redeemForm.submit)}
    >
      <Field
        label={messages.field}
        name="code"
        autoComplete="off"
        hint={messages.hint}
        value={values.code}
        isLocked={isBusy}
        fault={code && (texts[code] ?? messages.faults.size)}
        onChange={(text) => redeemForm.change('code', text)}
      />
      {!code && <Failure {...{ failure, wait, messages, locale }} />}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {messages.send}
      </button>
      <Busy isBusy={isBusy} text={messages.opening} />
    </form>
  )
}
