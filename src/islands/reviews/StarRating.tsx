import { useId } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import type { Messages } from '#i18n/namespaces.ts'

type Props = {
  value: string
  fault?: string | undefined
  locale: Locale
  messages: Messages['reviews']
  onChange: (score: string) => void
}

const STARS = ['1', '2', '3', '4', '5']

/** A radio group of five stars. */
export function StarRating({ value, fault, locale, messages, onChange }: Props) {
  const id = useId()
  return (
    <fieldset
      className="field rating"
      role="radiogroup"
      aria-required
      aria-invalid={fault ? true : undefined}
      aria-describedby={fault && `${id}fault`}
    >
      <legend>{messages.rating}</legend>
      <div className="five-stars">
        {STARS.map((score) => (
          <label key={score} data-on={Number(score) <= Number(value) ? '' : undefined}>
            <input type="radio" name="score" value={score} checked={value === score} onChange={() => onChange(score)} />
            <svg width="36" height="36" viewBox="0 0 24 24" aria-hidden="true">
              <use href="/icons.svg#star" />
            </svg>
            <span className="unseen">{interpolate(messages.star, { stars: digits(score, locale) })}</span>
          </label>
        ))}
      </div>
      {fault && (
        <p id={`${id}fault`} className="fault">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
