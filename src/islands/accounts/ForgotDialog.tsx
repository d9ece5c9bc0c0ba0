import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Locale } from '#contract/text.ts'
import { submitting } from '#islands/forms/submitting.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { $forgotOpen, closeForgot, forgotForm } from '#stores/accounts/forgot-password.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Busy } from './Busy.tsx'
import { Failure, type FailureWords } from './Failure.tsx'

export type ForgotWords = FailureWords &
  Record<'forgot-title' | 'forgot-lead' | 'forgot-send' | 'forgot-sent' | 'email' | 'close' | 'sending', string>
type Props = {
  locale: Locale
  words: ForgotWords
  tell: (code: string | undefined, label: string) => string | undefined
}

/** Asks for the page that sets a new password (SI-5). */
export function ForgotDialog({ locale, words, tell }: Props) {
  const isOpen = useStore($forgotOpen, { ssr: () => false })
  const { values, faults, isBusy, isDone, failure, wait } = useForm(forgotForm)
  useEffect(() => closeForgot, [])

  return (
    <Dialog title={words['forgot-title']} close={words.close} isOpen={isOpen} onClose={closeForgot}>
      <form className="form" noValidate onSubmit={submitting(forgotForm.submit)} aria-busy={isBusy}>
        <p>{words['forgot-lead']}</p>
        <Field
          label={words.email}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          value={values.email}
          fault={tell(faults['email'], words.email)}
          onChange={(text) => forgotForm.change('email', text)}
        />
        {isDone && (
          <p role="status" className="notice good">
            {words['forgot-sent']}
          </p>
        )}
        <Failure {...{ failure, wait, words, locale }} />
        <button type="submit" className="button" aria-disabled={isBusy}>
          {words['forgot-send']}
        </button>
        <Busy isBusy={isBusy} text={words.sending} />
      </form>
    </Dialog>
  )
}

/** Stays to be read beside what opened the dialog, after that has closed itself (2.2.1). */
export function ForgotSent({ text }: { text: string }) {
  const isOpen = useStore($forgotOpen, { ssr: () => false })
  const isDone = useStore(forgotForm.$done, { ssr: () => false })
  if (!isDone || isOpen) return null
  return (
    <p role="status" className="notice good">
      {text}
    </p>
  )
}
