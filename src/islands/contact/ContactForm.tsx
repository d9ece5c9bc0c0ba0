import { useEffect, useRef, type FormEvent, type Ref } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { usePreHydrationInput } from '#islands/forms/pre-hydration-input.ts'
import { Captcha, type CaptchaMessages } from '#islands/forms/Captcha.tsx'
import type { TextFaultMessages } from '#islands/forms/fault-text.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { collaborationIn, contactForm, fillInContact } from '#stores/contact/contact.ts'
import { focusFirstFault } from '#ui/Field.tsx'
import { ContactFields, NAMES, type ContactMessages } from './ContactFields.tsx'

type FormMessages = CaptchaMessages &
  Messages['form']['sending'] &
  Messages['form']['counter'] &
  Messages['form']['status'] &
  Messages['ui']['actions']
type Props = {
  locale: Locale
  messages: ContactMessages
  formMessages: FormMessages
  faultMessages: TextFaultMessages
}

/** The contact form [AB-3]. It accepts input before hydration. */
export function ContactForm({ locale, messages, formMessages, faultMessages }: Props) {
  const { faults, isBusy, isDone, failure } = useForm(contactForm)
  const form = useRef<HTMLFormElement>(null)
  const done = useRef<HTMLDivElement>(null)
  usePreHydrationInput(form, NAMES, contactForm.change)
  useEffect(() => void fillInContact(), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget } = event
    contactForm.change('type', collaborationIn(location.search))
    if (await contactForm.submit()) return void setTimeout(() => done.current?.focus())
    focusFirstFault(currentTarget)
  }

  const failures: Record<string, string> = formMessages.failures
  return (
    <form
      ref={form}
      className="form"
      method="dialog"
      data-early
      noValidate
      aria-busy={isBusy}
      onSubmit={(event) => void submit(event)}
    >
      {isDone && <Sent ref={done} messages={messages} />}
      <ContactFields {...{ locale, messages, faultMessages, isBusy }} counterMessages={formMessages} />
      <Captcha
        messages={formMessages}
        fault={faults['altcha'] && formMessages.captchaRequired}
        onChange={() => contactForm.forgive('altcha')}
      />
      {failure && (
        <p role="alert" className="failure">
          {failures[failure] ?? formMessages.failures.other}
        </p>
      )}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {failure ? formMessages.tryAgain : messages.send}
      </button>
      <div className="veil" role="status" data-shown={isBusy ? '' : undefined}>
        {isBusy && <p>{formMessages.sending}</p>}
      </div>
    </form>
  )
}

/** Takes the focus after the message was sent. */
function Sent({ ref, messages }: { ref: Ref<HTMLDivElement>; messages: ContactMessages }) {
  return (
    <div ref={ref} tabIndex={-1} className="done">
      <h2>{messages.sent}</h2>
      <p>{messages.sentText}</p>
    </div>
  )
}
