import { asciiDigits } from '#contract/digits.ts'
import type { Locale } from '#contract/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import { useCodeBoxes } from './use-code-boxes.ts'

type Props = {
  length: number
  value: string
  onChange: (code: string) => void
  label: string
  /** "Digit {{n}} of 6" */
  digitLabel: string
  fault: string | undefined
  locale: Locale
}

/** One input per digit: typing moves forward, backspace moves back, and a pasted or autofilled code fills all of them. */
export function CodeBoxes({ length, value, onChange, label, digitLabel, fault, locale }: Props) {
  const { boxes, places, type, retype, press, paste } = useCodeBoxes({ length, value, onChange })

  return (
    <fieldset className="code">
      <legend>{label}</legend>
      <div ref={boxes} className="boxes">
        {places.map((digit, place) => (
          <input
            // The inputs never change their order.
            // oxlint-disable-next-line no-array-index-key
            key={place}
            name={`digit-${place + 1}`}
            value={digits(digit, locale)}
            inputMode="numeric"
            autoComplete={place === 0 ? 'one-time-code' : 'off'}
            aria-label={interpolate(digitLabel, { n: digits(place + 1, locale) })}
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? 'code-fault' : undefined}
            onBeforeInput={(event) => retype(place, event)}
            onChange={(event) => type(place, asciiDigits(event.target.value))}
            onKeyDown={(event) => press(place, event)}
            onPaste={(event) => paste(place, event)}
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
