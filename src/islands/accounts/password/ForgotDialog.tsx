import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure, type FailureMessages } from '#islands/accounts/Failure.tsx'
import { faultText, type FaultMessages } from '#islands/forms/fault-text.ts'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { $forgotOpen, closeForgot, forgotForm } from '#stores/accounts/forgot-password.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'

export type ForgotMessages = FailureMessages &
  Messages['accounts']['forgotPassword'] &
  Messages['form']['email'] &
  Messages['form']['status'] &
  Messages['ui']['actions']
type Props = {
  locale: Locale
  messages: ForgotMessages
  faultMessages: FaultMessages
}

/** Requests the mail with a link for a new password [SI-5]. */
export function ForgotDialog({ locale, messages, faultMessages }: Props) {
  const isOpen = useStore($forgotOpen, { ssr: () => false })
  const { values, faults, isBusy, isDone, failure, wait } = useForm(forgotForm)
  useEffect(() => closeForgot, [])

  return (
    <Dialog title={messages.forgotTitle} close={messages.close} isOpen={isOpen} onClose={closeForgot}>
      <form className="form" noValidate onSubmit={handleSubmit(forgotForm.submit)} aria-busy={isBusy}>
        <p>{messages.forgotLead}</p>
        <Field
          label={messages.email}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          value={values.email}
          fault={faultText(faultMessages, faults['email'], 'email')}
          onChange={(text) => forgotForm.change('email', text)}
        />
        <SentNotice text={isDone && messages.forgotSent} />
        <Failure {...{ failure, wait, messages, locale }} />
        <button type="submit" className="button" aria-disabled={isBusy}>
          {messages.forgotSend}
        </button>
        <Busy isBusy={isBusy} text={messages.sending} />
      </form>
    </Dialog>
  )
}

/** Repeats the confirmation on the page after the dialog has closed itself (WCAG 2.2.1). */
export function ForgotSent({ text }: { text: string }) {
  const isOpen = useStore($forgotOpen, { ssr: () => false })
  const isDone = useStore(forgotForm.$done, { ssr: () => false })
  return <SentNotice text={isDone && !isOpen && text} />
}

/** Stands before there is something to say, so that screen readers announce it. */
const SentNotice = ({ text }: { text: string | false }) => (
  <p role="status" className={text ? 'notice good' : 'unseen'}>
    {text}
  </p>
)
