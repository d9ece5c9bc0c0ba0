import { useRef, type ClipboardEvent, type InputEvent, type KeyboardEvent } from 'react'
import { asciiDigits } from '#contract/digits.ts'

type Code = { length: number; value: string; onChange: (code: string) => void }

/** The digits of a code by place, and the handlers of their inputs. `boxes` is the ref of the element that holds the inputs. */
export function useCodeBoxes({ length, value, onChange }: Code) {
  const boxes = useRef<HTMLDivElement>(null)
  const places = Array.from({ length }, (_, place) => value[place]?.trim() ?? '')

  const focusOn = (place: number) =>
    boxes.current?.querySelectorAll('input')[Math.max(0, Math.min(place, length - 1))]?.focus()

  /** Writes the digits of a text from this input on. */
  function put(place: number, text: string) {
    const typed = asciiDigits(text).replace(/\D/g, '')
    const next = places.map((digit) => digit || ' ')
    const taken = typed.slice(0, length - place)
    if (taken === '') next[place] = ' '
    for (const [at, digit] of [...taken].entries()) next[place + at] = digit
    onChange(next.join('').trimEnd())
    if (taken !== '') focusOn(place + taken.length)
  }

  function type(place: number, text: string) {
    // A second digit typed into an input replaces the first.
    const old = places[place] ?? ''
    put(place, text.length === 2 && old ? text.replace(old, '') || old : text)
  }

  /** Typing the digit that is there already fires no change event in React. */
  function retype(place: number, event: InputEvent) {
    if (asciiDigits(event.data) !== places[place]) return
    event.preventDefault()
    focusOn(place + 1)
  }

  function press(place: number, event: KeyboardEvent) {
    if (event.key === 'ArrowLeft') focusOn(place - 1)
    if (event.key === 'ArrowRight') focusOn(place + 1)
    if (event.key !== 'Backspace' || places[place]) return
    event.preventDefault()
    if (place > 0) put(place - 1, '')
    focusOn(place - 1)
  }

  function paste(place: number, event: ClipboardEvent) {
    event.preventDefault()
    const text = event.clipboardData.getData('text')
    const whole = asciiDigits(text).replace(/\D/g, '').length >= length
    put(whole ? 0 : place, text)
  }

  return { boxes, places, type, retype, press, paste }
}
