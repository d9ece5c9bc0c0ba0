import { useRef, type FormEvent } from 'react'
import type { Locale } from '#contract/text.ts'
import { useEarlyInput } from '#islands/forms/pre-hydration-input.ts'
import { HumanCheck, type HumanWords } from '#islands/forms/Captcha.tsx'
import { useForm } from '#islands/forms/use-form.ts'
import { collaborationIn, contactForm } from '#stores/contact/contact.ts'
import { focusFirstFault } from '#ui/Field.tsx'
import { LetterFields, NAMES, type FaultWords, type FieldWords } from './ContactFields.tsx'

type Words = FieldWords & Record<'send' | 'sent' | 'sent-text', string>
type FormWords = HumanWords & FaultWords & Record<'sending' | 'try-again' | 'failed-other', string>
type Props = { locale: Locale; words: Words; formWords: FormWords }

/** The letter to the shop (AB-3). Typing is possible before React arrives. */
export function ContactForm({ locale, words, formWords }: Props) {
  const { faults, isBusy, isDone, failure } = useForm(contactForm)
  const form = useRef<HTMLFormElement>(null)
  const done = useRef<HTMLDivElement>(null)
  useEarlyInput(form, NAMES, contactForm.change)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget } = event
    contactForm.change('type', collaborationIn(location.search))
    if (await contactForm.submit()) return void setTimeout(() => done.current?.focus())
    focusFirstFault(currentTarget)
  }

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
      {isDone && (
        <div ref={done} tabIndex={-1} className="done">
          <h2>{words.sent}</h2>
          <p>{words['sent-text']}</p>
        </div>
      )}
      <LetterFields {...{ locale, words, formWords, isBusy }} />
      <HumanCheck
        words={formWords}
        fault={faults['altcha'] && formWords.humanCheck}
        onChange={() => contactForm.forgive('altcha')}
      />
      {failure && (
        <p role="alert" className="failure">
          {formWords[`failed-${failure}`] ?? formWords['failed-other']}
        </p>
      )}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {failure ? formWords['try-again'] : words.send}
      </button>
      <div className="veil" role="status" data-shown={isBusy ? '' : undefined}>
        {isBusy && <p>{formWords.sending}</p>}
      </div>
    </form>
  )
}
