import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { submitting } from '#islands/forms/submitting.ts'
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
import { Busy } from './Busy.tsx'
import { CodeBoxes } from './CodeBoxes.tsx'
import { Failure, type FailureWords } from './Failure.tsx'

type Word =
  | 'mobile-title'
  | 'mobile-lead'
  | 'mobile'
  | 'mobile-invalid'
  | 'send-code'
  | 'code'
  | 'code-sent'
  | 'digit'
  | 'code-invalid'
  | 'verify'
  | 'verified'
  | 'resend'
  | 'resend-in'
  | 'change-number'
  | 'close'
  | 'sending'
export type MobileWords = FailureWords & Record<Word, string>
type Props = { locale: Locale; words: MobileWords }

const FIRST = () => 'number' as const
const ZERO = () => 0

/** Signing in with a code sent to a mobile number (SI-4). */
export function MobileDialog({ locale, words }: Props) {
  const isOpen = useStore($mobileOpen, { ssr: () => false })
  const step = useStore($mobileStep, { ssr: FIRST })
  useEffect(() => leaveMobile, [])
  return (
    <Dialog title={words['mobile-title']} close={words.close} isOpen={isOpen} onClose={closeMobile}>
      {step === 'number' ? <NumberStep {...{ locale, words }} /> : <CodeStep {...{ locale, words }} />}
    </Dialog>
  )
}

function NumberStep({ locale, words }: Props) {
  const { values, faults, isBusy, failure, wait } = useForm(numberForm)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input')?.focus(), [])

  return (
    <form ref={form} className="form" noValidate onSubmit={submitting(numberForm.submit)} aria-busy={isBusy}>
      <p>{words['mobile-lead']}</p>
      <Field
        label={words.mobile}
        name="mobile"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        prefix={digits('+91', locale)}
        value={digits(values.mobile, locale)}
        fault={faults['mobile'] && words['mobile-invalid']}
        onChange={typeNumber}
      />
      <Failure {...{ failure, wait, words, locale }} />
      <button type="submit" className="button" aria-disabled={isBusy}>
        {words['send-code']}
      </button>
      <Busy isBusy={isBusy} text={words.sending} />
    </form>
  )
}

function CodeStep({ locale, words }: Props) {
  const { values, faults, isBusy, isDone, failure, wait } = useForm(codeForm)
  const resend = useForm(numberForm)
  const left = useStore($resendIn, { ssr: ZERO })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('.boxes input')?.focus(), [])

  const number = `+91 ${mobileNumber()}`
  return (
    <form ref={form} className="form" noValidate onSubmit={submitting(codeForm.submit)} aria-busy={isBusy}>
      <Field label={words.mobile} name="mobile" value={digits(number, locale)} isLocked onChange={() => undefined} />
      <p role="status">{isDone ? words.verified : fill(words['code-sent'], { number: digits(number, locale) })}</p>
      <CodeBoxes
        length={CODE_DIGITS}
        value={values.otp}
        onChange={(code) => codeForm.change('otp', code)}
        label={words.code}
        digitLabel={words.digit}
        fault={faults['otp'] && words['code-invalid']}
        locale={locale}
      />
      <Failure failure={failure ?? resend.failure} wait={wait ?? resend.wait} words={words} locale={locale} />
      <div className="ways">
        <button type="submit" className="button" aria-disabled={isBusy || isDone}>
          {words.verify}
        </button>
        <button type="button" className="link" onClick={changeNumber}>
          {words['change-number']}
        </button>
        {left > 0 ? (
          <span className="soft">{fill(words['resend-in'], { seconds: digits(left, locale) })}</span>
        ) : (
          <button type="button" className="link" onClick={() => void resendCode()}>
            {words.resend}
          </button>
        )}
      </div>
      <Busy isBusy={isBusy || resend.isBusy} text={words.sending} />
    </form>
  )
}
