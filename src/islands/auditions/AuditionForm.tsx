import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { useEarlyInput } from '#islands/forms/pre-hydration-input.ts'
import { HumanCheck, type HumanWords } from '#islands/forms/Captcha.tsx'
import { submitting } from '#islands/forms/submitting.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { auditionForm, openAudition } from '#stores/auditions/audition.ts'
import { $progress, type Progress } from '#stores/auditions/recording.ts'
import { Dialog } from '#ui/Dialog.tsx'
import type { Option } from '#ui/Field.tsx'
import { AuditionFields, NAMES, type FaultWords, type FieldWords } from './AuditionFields.tsx'
import { AuditionTerms, type TermsWords } from './AuditionTerms.tsx'
import { percentOf } from './megabytes.ts'
import { SignInFirst, type SignInWords } from './SignInFirst.tsx'
import { UploadProgress, type ProgressWords } from './UploadProgress.tsx'

type Word = 'send' | 'go-on' | 'done-title' | 'done-text' | 'done-close'
type Words = FieldWords & TermsWords & SignInWords & ProgressWords & Record<Word, string>
type FormWords = HumanWords & FaultWords & Record<'sending' | 'try-again' | 'failed-other' | 'humanCheck', string>
type Props = { locale: Locale; words: Words; formWords: FormWords; countries: Option[]; terms: string[] }

const NONE: Progress = { state: 'none' }

/** The audition (AD-1 to AD-4): the recording goes first, in parts; the form follows when it is there. */
export function AuditionForm({ locale, words, formWords, countries, terms }: Props) {
  const { values, faults, isBusy, isDone, failure } = useForm(auditionForm)
  const progress = useStore($progress, { ssr: () => NONE })
  const form = useRef<HTMLFormElement>(null)
  useEarlyInput(form, NAMES, auditionForm.change)
  useEffect(() => void openAudition(), [])

  const isStopped = progress.state === 'stopped'
  const goOn = isStopped && fill(words['go-on'], { percent: digits(percentOf(progress.sent, progress.size), locale) })
  return (
    <>
      <SignInFirst {...{ locale, words }} />
      <form
        ref={form}
        className="form pairs"
        method="dialog"
        data-early
        noValidate
        aria-busy={isBusy}
        onSubmit={submitting(auditionForm.submit)}
      >
        <AuditionFields {...{ locale, words, countries }} faultWords={formWords} />
        <HumanCheck
          words={formWords}
          fault={faults['captcha'] && formWords.humanCheck}
          onChange={() => auditionForm.forgive('captcha')}
        />
        <AuditionTerms
          {...{ words }}
          text={terms}
          isChecked={values.terms === 'yes'}
          isFaulty={'terms' in faults}
          onChange={(isChecked) => auditionForm.change('terms', isChecked ? 'yes' : '')}
        />
        <UploadProgress {...{ locale, words, isBusy }} />
        {failure && !isStopped && (
          <p role="alert" className="failure">
            {failureText(failure, formWords)}
          </p>
        )}
        <button type="submit" className="button" aria-disabled={isBusy}>
          {goOn || (failure ? formWords['try-again'] : words.send)}
        </button>
        <p className="busy" role="status">
          {isBusy && (progress.state === 'preparing' ? words.preparing : formWords.sending)}
        </p>
      </form>
      <Dialog title={words['done-title']} close={words.close} isOpen={isDone} onClose={auditionForm.rest}>
        <p>{words['done-text']}</p>
        <div className="ways">
          <button type="button" className="button" data-close>
            {words['done-close']}
          </button>
        </div>
      </Dialog>
    </>
  )
}

const OF_THE_FILE = ['fileType', 'fileSize', 'uploadGone']

function failureText(failure: string, words: FormWords): string {
  const key = OF_THE_FILE.includes(failure) ? 'failed-file' : `failed-${failure}`
  return words[key] ?? words['failed-other']
}
