import { useRef, type ClipboardEvent, type InputEvent, type KeyboardEvent } from 'react'
import { asciiDigits } from '#contract/text/digits.ts'

type Code = {
  length: number
  value: string
  onChange: (code: string) => void
  /** Runs when the last missing digit was typed, or the last of all. */
  onComplete: () => void
}

/** The digits of a code by place, and the handlers of their inputs. `boxes` is the ref of the element that holds the inputs. */
export function useCodeBoxes({ length, value, onChange, onComplete }: Code) {
  const boxes = useRef<HTMLDivElement>(null)
  const entered = Array.from({ length }, (_, index) => value[index]?.trim() ?? '')

  const focusOn = (index: number) =>
    boxes.current?.querySelectorAll('input')[Math.max(0, Math.min(index, length - 1))]?.focus()

  /** Writes the digits of a text from this input on. */
  function put(index: number, text: string) {
    const typed = asciiDigits(text).replace(/\D/g, '')
    const next = entered.map((digit) => digit || ' ')
    const taken = typed.slice(0, length - index)
    if (taken === '') next[index] = ' '
    for (const [at, digit] of [...taken].entries()) next[index + at] = digit
    onChange(next.join('').trimEnd())
    // A digit that is replaced in the middle of a refused code does not send it: each try counts.
    const isNew = entered.includes('') || index + taken.length === length
    if (taken !== '' && isNew && !next.includes(' ')) onComplete()
    if (taken !== '') focusOn(index + taken.length)
  }

  function type(index: number, text: string) {
    // A second digit typed into an input replaces the first.
    const old = entered[index] ?? ''
    put(index, text.length === 2 && old ? text.replace(old, '') || old : text)
  }

  /** Typing the digit that is there already fires no change event in React. */
  function retype(index: number, event: InputEvent) {
    if (asciiDigits(event.data) !== entered[index]) return
    event.preventDefault()
    focusOn(index + 1)
  }

  function press(index: number, event: KeyboardEvent) {
    if (event.key === 'ArrowLeft') focusOn(index - 1)
    if (event.key === 'ArrowRight') focusOn(index + 1)
    if (event.key !== 'Backspace' || entered[index]) return
    event.preventDefault()
    if (index > 0) put(index - 1, '')
    focusOn(index - 1)
  }

  function paste(index: number, event: ClipboardEvent) {
    event.preventDefault()
    const text = event.clipboardData.getData('text')
    const whole = asciiDigits(text).replace(/\D/g, '').length >= length
    put(whole ? 0 : index, text)
  }

  return { boxes, entered, type, retype, press, paste }
}
