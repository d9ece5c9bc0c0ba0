import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore, type SubmitEvent } from 'react'
import { EMAIL_MAX, MESSAGE_MAX, MOBILE_MAX, NAME_MAX } from '#contract/fields.ts'
import { lengthOf } from '#contract/plain-text.ts'
import type { Locale } from '#contract/text.ts'
import { HumanCheck, type HumanWords } from '#islands/human/HumanCheck.tsx'
import { fill } from '#i18n/fill.ts'
import { digits } from '#i18n/format.ts'
import { collaborationIn, contactForm } from '#stores/contact.ts'
import { Field, focusFirstFault } from '#ui/Field.tsx'

type Name = 'first_name' | 'last_name' | 'email' | 'mobile' | 'comments'
type Words = Record<Name | 'mobile-hint' | 'send' | 'sent' | 'sent-text', string>
/** Codes of the contract and the client; one without words of its own reads `other`. */
type FormWords = HumanWords & Record<'sending' | 'try-again' | 'characters-left' | 'other' | 'failed-other', string> & Record<string, string>
type Props = { locale: Locale; words: Words; formWords: FormWords }

const FIELDS = [
  { name: 'first_name', limit: NAME_MAX, autoComplete: 'given-name' },
  { name: 'last_name', limit: NAME_MAX, autoComplete: 'family-name' },
  { name: 'mobile', limit: MOBILE_MAX, autoComplete: 'tel-national', inputMode: 'tel' },
  { name: 'email', limit: EMAIL_MAX, autoComplete: 'email', type: 'email', inputMode: 'email' },
  { name: 'comments', limit: MESSAGE_MAX, lines: 7 },
] as const
const EMPTY = contactForm.$values.get()
const NO_FAULTS = {}
const FEW_LEFT = 50
const never = () => () => undefined

/** The letter to the shop (AB-3). Typing is possible before React arrives; the browser itself asks for what is missing until then. */
export function ContactForm({ locale, words, formWords }: Props) {
  const values = useStore(contactForm.$values, { ssr: () => EMPTY })
  const faults = useStore(contactForm.$faults, { ssr: () => NO_FAULTS })
  const isBusy = useStore(contactForm.$busy, { ssr: () => false })
  const isDone = useStore(contactForm.$done, { ssr: () => false })
  const failure = useStore(contactForm.$failure, { ssr: () => undefined })
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const form = useRef<HTMLFormElement>(null)
  const done = useRef<HTMLDivElement>(null)

  // Before the first paint of the store: what was typed until now is in the page only.
  useLayoutEffect(() => {
    for (const { name } of FIELDS) {
      const typed = form.current?.elements.namedItem(name)
      if ((typed instanceof HTMLInputElement || typed instanceof HTMLTextAreaElement) && typed.value) contactForm.change(name, typed.value)
    }
  }, [])
  useEffect(() => {
    // Pressed before there was anybody to hear it (islands/contact/collaboration.ts).
    if (form.current && 'asked' in form.current.dataset) form.current.requestSubmit()
  }, [])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget } = event
    contactForm.change('type', collaborationIn(location.search))
    if (await contactForm.submit()) return void setTimeout(() => done.current?.focus())
    focusFirstFault(currentTarget)
  }

  const told = (code: string | undefined, label: string, limit: number) =>
    code && fill(formWords[code] ?? formWords.other, { label, limit: digits(limit, locale) })
  function counter(name: Name, limit: number) {
    if (name !== 'comments') return undefined
    const used = lengthOf(values[name])
    const left = Math.ceil((limit - used) / 10) * 10
    return {
      shown: `${digits(used, locale)} / ${digits(limit, locale)}`,
      said: left <= FEW_LEFT ? fill(formWords['characters-left'], { count: digits(left, locale) }) : '',
    }
  }

  return (
    <form ref={form} className="form" method="dialog" data-letter noValidate={isAlive} aria-busy={isBusy} onSubmit={(event) => void submit(event)}>
      {isDone && (
        <div ref={done} tabIndex={-1} className="done">
          <h2>{words.sent}</h2>
          <p>{words['sent-text']}</p>
        </div>
      )}
      {FIELDS.map(({ name, limit, ...field }) => (
        <Field
          key={name}
          {...field}
          {...{ name, label: words[name], value: values[name], isLocked: isBusy }}
          hint={name === 'mobile' ? words['mobile-hint'] : undefined}
          counter={counter(name, limit)}
          fault={told(faults[name], words[name], limit)}
          onChange={(text) => contactForm.change(name, text)}
        />
      ))}
      <HumanCheck words={formWords} fault={told(faults['altcha'], '', 0)} onChange={() => contactForm.forgive('altcha')} />
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
