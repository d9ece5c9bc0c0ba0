import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { percentSent } from '#client/upload.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { digits } from '#i18n/format.ts'
import { usePreHydrationInput } from '#islands/forms/pre-hydration-input.ts'
import { Captcha, type CaptchaMessages } from '#islands/forms/Captcha.tsx'
import type { TextFaultMessages } from '#islands/forms/fault-text.ts'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { auditionForm, openAudition } from '#stores/auditions/audition.ts'
import { $progress, type Progress } from '#stores/auditions/recording.ts'
import { Dialog } from '#ui/Dialog.tsx'
import type { Option } from '#ui/Field.tsx'
import type { AuditionMessages } from './audition-messages.ts'
import { AuditionFields, NAMES } from './AuditionFields.tsx'
import { AuditionTerms } from './AuditionTerms.tsx'
import { SignInFirst } from './SignInFirst.tsx'
import { UploadProgress } from './UploadProgress.tsx'

type FormMessages = CaptchaMessages & Messages['form']['status'] & Messages['ui']['actions']
type Props = {
  locale: Locale
  messages: AuditionMessages
  formMessages: FormMessages
  faultMessages: TextFaultMessages
  countries: Option[]
  terms: string[]
}

const NONE: Progress = { state: 'none' }

/** The audition form (AD-1 to AD-4). The recording is uploaded in parts first, then the form is sent. */
export function AuditionForm({ locale, messages, formMessages, faultMessages, countries, terms }: Props) {
  const { values, faults, isBusy, isDone, failure } = useForm(auditionForm)
  const progress = useStore($progress, { ssr: () => NONE })
  const form = useRef<HTMLFormElement>(null)
  usePreHydrationInput(form, NAMES, auditionForm.change)
  useEffect(() => void openAudition(), [])

  return (
    <>
      <SignInFirst {...{ locale, messages }} />
      <form
        ref={form}
        className="form pairs"
        method="dialog"
        data-early
        noValidate
        aria-busy={isBusy}
        onSubmit={handleSubmit(auditionForm.submit)}
      >
        <AuditionFields {...{ locale, messages, faultMessages, countries }} />
        <Captcha
          messages={formMessages}
          fault={faults['captcha'] && formMessages.captchaRequired}
          onChange={() => auditionForm.forgive('captcha')}
        />
        <AuditionTerms
          {...{ messages }}
          text={terms}
          isChecked={values.terms === 'yes'}
          isFaulty={'terms' in faults}
          onChange={(isChecked) => auditionForm.change('terms', isChecked ? 'yes' : '')}
        />
        <UploadProgress {...{ locale, messages, isBusy }} />
        <Sending {...{ locale, messages, formMessages, progress, isBusy, failure }} />
      </form>
      <DoneDialog messages={messages} isOpen={isDone} />
    </>
  )
}

type SendingProps = Pick<Props, 'locale' | 'messages' | 'formMessages'> & {
  progress: Progress
  isBusy: boolean
  failure: string | undefined
}

/** The submit button, and what became of the last attempt. */
function Sending({ locale, messages, formMessages, progress, isBusy, failure }: SendingProps) {
  const isStopped = progress.state === 'stopped'
  const goOn =
    isStopped && interpolate(messages.goOn, { percent: digits(percentSent(progress.sent, progress.size), locale) })
  return (
    <>
      {failure && !isStopped && (
        <p role="alert" className="failure">
          {failureText(failure, messages)}
        </p>
      )}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {goOn || (failure ? formMessages.tryAgain : messages.send)}
      </button>
      <p className="busy" role="status">
        {isBusy && (progress.state === 'preparing' ? messages.preparing : formMessages.sending)}
      </p>
    </>
  )
}

function DoneDialog({ messages, isOpen }: Pick<Props, 'messages'> & { isOpen: boolean }) {
  return (
    <Dialog title={messages.doneTitle} close={messages.close} isOpen={isOpen} onClose={auditionForm.rest}>
      <p>{messages.doneText}</p>
      <div className="ways">
        <button type="button" className="button" data-close>
          {messages.doneClose}
        </button>
      </div>
    </Dialog>
  )
}

const OF_THE_FILE = ['fileType', 'fileSize', 'uploadGone']

function failureText(failure: string, { failures }: AuditionMessages): string {
  const texts: Record<string, string> = failures
  return texts[OF_THE_FILE.includes(failure) ? 'file' : failure] ?? failures.other
}
