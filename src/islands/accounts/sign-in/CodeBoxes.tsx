import { asciiDigits } from '#contract/text/digits.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { useCodeBoxes } from './use-code-boxes.ts'

type Props = {
  length: number
  value: string
  onChange: (code: string) => void
  onComplete: () => void
  label: string
  /** "Digit {{n}} of 6" */
  digitLabel: string
  fault: string | undefined
  locale: Locale
}

/** One input per digit: typing moves forward, backspace moves back, and a pasted or autofilled code fills all of them. */
export function CodeBoxes({ length, value, onChange, onComplete, label, digitLabel, fault, locale }: Props) {
  const { boxes, entered, type, retype, press, paste } = useCodeBoxes({ length, value, onChange, onComplete })

  return (
    <fieldset className="code">
      <legend>{label}</legend>
      <div ref={boxes} className="boxes">
        {entered.map((digit, index) => (
          <input
            // The inputs never change their order.
            // oxlint-disable-next-line no-array-index-key
            key={index}
            name={`digit-${index + 1}`}
            value={digits(digit, locale)}
            inputMode="numeric"
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            aria-label={interpolate(digitLabel, { n: digits(index + 1, locale) })}
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? 'code-fault' : undefined}
            onBeforeInput={(event) => retype(index, event)}
            onChange={(event) => type(index, asciiDigits(event.target.value))}
            onKeyDown={(event) => press(index, event)}
            onPaste={(event) => paste(index, event)}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </div>
      {fault && (
        <p id="code-fault" className="fault" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
