import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { digits } from '#i18n/format.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure, type FailureMessages } from '#islands/accounts/Failure.tsx'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import {
  $mobileOpen,
  $mobileStep,
  $resendIn,
  changeNumber,
  closeMobile,
  CODE_DIGITS,
  codeForm,
  leaveMobile,
  mobileNumber,
  numberForm,
  resendCode,
  typeNumber,
} from '#stores/accounts/mobile-sign-in.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { CodeBoxes } from './CodeBoxes.tsx'

export type MobileMessages = FailureMessages &
  Messages['accounts']['mobileSignIn'] &
  Messages['form']['mobile'] &
  Messages['form']['status'] &
  Messages['ui']['actions']
type Props = { locale: Locale; messages: MobileMessages }

const FIRST = () => 'number' as const
const ZERO = () => 0

/** Signing in with a code sent to a mobile number [SI-4]. */
export function MobileDialog({ locale, messages }: Props) {
  const isOpen = useStore($mobileOpen, { ssr: () => false })
  const step = useStore($mobileStep, { ssr: FIRST })
  useEffect(() => leaveMobile, [])
  return (
    <Dialog title={messages.mobileTitle} close={messages.close} isOpen={isOpen} onClose={closeMobile}>
      {step === 'number' ? <NumberStep {...{ locale, messages }} /> : <CodeStep {...{ locale, messages }} />}
    </Dialog>
  )
}

function NumberStep({ locale, messages }: Props) {
  const { values, faults, isBusy, failure, wait } = useForm(numberForm)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input')?.focus(), [])

  return (
    <form ref={form} className="form" noValidate onSubmit={handleSubmit(numberForm.submit)} aria-busy={isBusy}>
      <p>{messages.mobileLead}</p>
      <p className="soft">{messages.mobileNew}</p>
      <Field
        label={messages.mobile}
        name="mobile"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        prefix={digits('+91', locale)}
        value={digits(values.mobile, locale)}
        fault={faults['mobile'] && messages.mobileInvalid}
        onChange={typeNumber}
      />
      <Failure {...{ failure, wait, messages, locale }} />
      <button type="submit" className="button" aria-disabled={isBusy}>
        {messages.sendCode}
      </button>
      <Busy isBusy={isBusy} text={messages.sending} />
    </form>
  )
}

function CodeStep({ locale, messages }: Props) {
  const { values, faults, isBusy, isDone, failure, wait } = useForm(codeForm)
  const resend = useForm(numberForm)
  const left = useStore($resendIn, { ssr: ZERO })
  const form = useRef<HTMLFormElement>(null)
  const { sent, send } = useAnotherCode(form)
  useEffect(() => focusBoxes(form), [])

  const number = `+91 ${mobileNumber()}`
  return (
    <form ref={form} className="form" noValidate onSubmit={handleSubmit(codeForm.submit)} aria-busy={isBusy}>
      <Field label={messages.mobile} name="mobile" value={digits(number, locale)} isLocked onChange={() => undefined} />
      <p role="status">{isDone ? messages.verified : <Sent key={sent} {...{ sent, number, locale, messages }} />}</p>
      <CodeBoxes
        length={CODE_DIGITS}
        value={values.otp}
        onChange={(code) => codeForm.change('otp', code)}
        onComplete={() => form.current?.requestSubmit()}
        label={messages.code}
        digitLabel={messages.digit}
        fault={faults['otp'] && messages.codeInvalid}
        locale={locale}
      />
      <Failure failure={failure ?? resend.failure} wait={wait ?? resend.wait} messages={messages} locale={locale} />
      <div className="ways">
        <button type="submit" className="button" aria-disabled={isBusy || isDone}>
          {messages.verify}
        </button>
        <button type="button" className="link" onClick={changeNumber}>
          {messages.changeNumber}
        </button>
        <Resend {...{ left, send, locale, messages }} />
      </div>
      <Busy isBusy={isBusy || resend.isBusy} text={messages.sending} />
    </form>
  )
}

const focusBoxes = (form: RefObject<HTMLFormElement | null>) =>
  form.current?.querySelector<HTMLElement>('.boxes input')?.focus()

/** Codes that are sent after the first. The button goes away with each, and the focus goes to where it is typed. */
function useAnotherCode(form: RefObject<HTMLFormElement | null>) {
  const [sent, setSent] = useState(0)
  const send = async () => {
    if (!(await resendCode())) return
    setSent((count) => count + 1)
    focusBoxes(form)
  }
  return { sent, send }
}

/** Screen readers announce the same words again only when they are drawn anew: it has a key. */
const Sent = ({ sent, number, locale, messages }: Props & { sent: number; number: string }) => (
  <span>{interpolate(messages[sent > 0 ? 'codeResent' : 'codeSent'], { number: digits(number, locale) })}</span>
)

/** `left`: seconds until the code can be sent again. */
function Resend({ left, send, locale, messages }: Props & { left: number; send: () => Promise<void> }) {
  if (left > 0) return <span className="soft">{interpolate(messages.resendIn, { seconds: digits(left, locale) })}</span>
  return (
    <button type="button" className="link" onClick={() => void send()}>
      {messages.resend}
    </button>
  )
}
