import { useStore } from '@nanostores/react'
import { useEffect, useRef, type FormEvent, type RefObject } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { localeOfName, nameOrEnglish } from '#contract/text/translation.ts'
import { longDate } from '#i18n/format.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { pathTo } from '#i18n/paths.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure, type FailureMessages } from '#islands/accounts/Failure.tsx'
import { usePreHydrationInput } from '#islands/forms/pre-hydration-input.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { $genuine, checkForm, forgetGenuine, type Genuine } from '#stores/courses/certificates.ts'
import { Field, focusFirstFault } from '#ui/Field.tsx'

type CheckMessages = FailureMessages & Messages['courses']['certificateCheck']
type Props = { locale: Locale; messages: CheckMessages }

const NAMES = ['code'] as const

/** The code in the path: certificates carry a link with it. */
function codeInPath(): string {
  const [, code = ''] = /\/certificate\/([\w-]+)\//.exec(location.pathname) ?? []
  return code
}

/** Moves the focus to the result. The timeout waits until React has drawn it. */
async function ask(form: HTMLFormElement | null): Promise<void> {
  const isGenuine = await checkForm.submit()
  if (form && !isGenuine) return focusFirstFault(form)
  setTimeout(() => document.querySelector<HTMLElement>('.genuine')?.focus())
}

/** Checks the code of the path at once. */
function useCodeInPath(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const code = codeInPath()
    if (!code) return forgetGenuine
    checkForm.change('code', code)
    void ask(form.current)
    return forgetGenuine
  }, [form])
}

/** Checks a certificate by its code, for everybody [LL-4]. */
export function CertificateCheck({ locale, messages }: Props) {
  const { values, faults, isBusy, failure, wait } = useForm(checkForm)
  const genuine = useStore($genuine, { ssr: () => undefined })
  const form = useRef<HTMLFormElement>(null)
  usePreHydrationInput(form, NAMES, checkForm.change)
  useCodeInPath(form)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void ask(event.currentTarget)
  }

  const { code } = faults
  const fault = code === undefined ? undefined : { required: messages.required, unknown: messages.unknown }[code]
  return (
    <>
      <form ref={form} className="form" method="dialog" data-early noValidate aria-busy={isBusy} onSubmit={submit}>
        <Field
          label={messages.field}
          name="code"
          autoComplete="off"
          value={values.code}
          hint={messages.hint}
          fault={code && (fault ?? messages.size)}
          onChange={(text) => checkForm.change('code', text)}
        />
        <Failure {...{ failure, wait, messages, locale }} />
        <button type="submit" className="button" aria-disabled={isBusy}>
          {messages.send}
        </button>
        <Busy isBusy={isBusy} text={messages.busy} />
      </form>
      {genuine && (
        <div tabIndex={-1} className="genuine">
          <h2>{messages.genuine}</h2>
          <CertificateFacts genuine={genuine} messages={messages} locale={locale} />
        </div>
      )}
    </>
  )
}

/** What is printed on the certificate. */
function CertificateFacts({
  genuine,
  messages,
  locale,
}: {
  genuine: Genuine
  messages: CheckMessages
  locale: Locale
}) {
  const course = { custom_translation: genuine.title }
  return (
    <dl>
      <div>
        <dt>{messages.name}</dt>
        <dd>{genuine.name}</dd>
      </div>
      <div>
        <dt>{messages.for}</dt>
        <dd lang={localeOfName(course, locale)}>{nameOrEnglish(course, locale)}</dd>
      </div>
      {genuine.institute && (
        <div>
          <dt>{messages.institute}</dt>
          <dd>{genuine.institute}</dd>
        </div>
      )}
      <div>
        <dt>{messages.date}</dt>
        <dd>{longDate(genuine.issued_on, locale)}</dd>
      </div>
      <div>
        <dt>{messages.code}</dt>
        <dd>
          <a href={pathTo('certificate', locale, { code: genuine.code })}>{genuine.code}</a>
        </dd>
      </div>
    </dl>
  )
}
