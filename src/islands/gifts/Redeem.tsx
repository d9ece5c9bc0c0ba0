import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure, failureText } from '#islands/accounts/Failure.tsx'
import type { FaultMessages } from '#islands/forms/fault-text.ts'
import { usePreHydrationInput } from '#islands/forms/pre-hydration-input.ts'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { $code, $opened, forgetOpened, redeemForm, takeCode } from '#stores/gifts/redeem.ts'
import { $session, type SessionState } from '#stores/accounts/session.ts'
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
  void takeCode(location)
  if (location.hash || location.search) history.replaceState(history.state, '', location.pathname)
}

const loadWaiting = () => import('./WaitingGifts.tsx').then(({ WaitingGifts }) => WaitingGifts)
const loadOpening = () => import('./opening/GiftOpening.tsx').then(({ GiftOpening }) => GiftOpening)

/** Redeems a gift by its link, or by its code [GI-2]. */
export function Redeem({ locale, messages, faultMessages, playMessages, lines }: Props) {
  const session = useStore($session, { ssr: () => UNKNOWN })
  const opened = useStore($opened, { ssr: () => undefined })
  const code = useStore($code, { ssr: () => '' })
  const [notLoaded, setNotLoaded] = useState(false)
  const form = useFocusOnReturn(Boolean(opened ?? code))
  useEffect(() => {
    readAddress()
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
      {session.state === 'in' && (
        <Late load={loadWaiting} failed={() => undefined}>
          {(WaitingGifts) => <WaitingGifts locale={locale} />}
        </Late>
      )}
      <CodeForm {...{ form, locale, messages, faultMessages }} />
    </>
  )
}

/** From a gift back to the form: the pressed button is gone, so the field has the focus. */
function useFocusOnReturn(isShown: boolean): FormRef {
  const form = useRef<HTMLFormElement>(null)
  const wasShown = useRef(isShown)
  useEffect(() => {
    if (wasShown.current && !isShown && document.activeElement === document.body)
      form.current?.querySelector('input')?.focus()
    wasShown.current = isShown
  }, [isShown])
  return form
}

type FormRef = RefObject<HTMLFormElement | null>

type FormProps = Pick<Props, 'locale' | 'messages' | 'faultMessages'> & { form: FormRef }

function CodeForm({ form, locale, messages, faultMessages }: FormProps) {
  const { values, faults, isBusy, failure, wait } = useForm(redeemForm)
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
      className="form"
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
