import { useRef, type FormEvent } from 'react'
import { lengthOf } from '#contract/text/plain-text.ts'
import { REVIEW_MAX } from '#contract/reviews.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { clearReview, reviewForm } from '#stores/reviews/review.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Field, focusFirstFault } from '#ui/Field.tsx'
import { ReviewFailure } from './ReviewFailure.tsx'
import { StarRating } from './StarRating.tsx'

type Props = { locale: Locale; messages: Messages['reviews']; onClose: () => void }

/** Stars, title and text of a review [RV-1], then a confirmation. */
export function ReviewDialog({ locale, messages, onClose }: Props) {
  // Called here and not in a part: `useForm` resets the form when its component unmounts.
  const form = useForm(reviewForm)
  return (
    <Dialog title={form.isDone ? messages.thanks : messages.title} close={messages.close} isOpen onClose={onClose}>
      {form.isDone ? <Thanks messages={messages} /> : <ReviewFields {...{ locale, messages, form }} />}
    </Dialog>
  )
}

function Thanks({ messages }: Pick<Props, 'messages'>) {
  return (
    <>
      <p role="status">{messages.thanksText}</p>
      <button type="button" className="button" data-close ref={(button) => button?.focus()}>
        {messages.done}
      </button>
    </>
  )
}

/** From this number on, screen readers announce the characters left in steps of ten. */
const FEW_LEFT = 30

type FieldsProps = Pick<Props, 'locale' | 'messages'> & { form: ReturnType<typeof useForm<typeof reviewForm.empty>> }

function ReviewFields({ locale, messages, form: { values, faults, isBusy, failure } }: FieldsProps) {
  const element = useRef<HTMLFormElement>(null)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void reviewForm.submit().then((isSent) => !isSent && element.current && focusFirstFault(element.current))
  }
  function counter(text: string) {
    const used = lengthOf(text)
    const left = Math.ceil((REVIEW_MAX - used) / 10) * 10
    return {
      shown: `${digits(used, locale)} / ${digits(REVIEW_MAX, locale)}`,
      announced: left <= FEW_LEFT ? interpolate(messages.charactersLeft, { count: digits(left, locale) }) : '',
    }
  }
  function field(name: 'title' | 'body') {
    const code = faults[name]
    const fault =
      code &&
      (code === 'tooLong' ? interpolate(messages.tooLong, { limit: digits(REVIEW_MAX, locale) }) : messages.required)
    const onChange = (text: string) => reviewForm.change(name, text)
    return {
      name,
      value: values[name],
      isLocked: isBusy,
      fault,
      counter: counter(values[name]),
      maxLength: REVIEW_MAX,
      onChange,
    }
  }

  return (
    <form ref={element} className="form" noValidate aria-busy={isBusy} onSubmit={submit}>
      <StarRating
        {...{ locale, messages }}
        value={values.score}
        fault={faults['score'] && messages.starsRequired}
        onChange={(score) => reviewForm.change('score', score)}
      />
      <Field {...field('title')} label={messages.reviewTitle} autoComplete="off" />
      <Field {...field('body')} label={messages.body} lines={3} />
      <ReviewFailure {...{ failure, messages, locale }} />
      <div className="ways">
        <button type="submit" className="button" aria-disabled={isBusy}>
          {messages.send}
        </button>
        <button type="button" className="button quiet" data-close onClick={clearReview}>
          {messages.cancel}
        </button>
      </div>
      <p role="status">{isBusy && messages.sending}</p>
    </form>
  )
}
