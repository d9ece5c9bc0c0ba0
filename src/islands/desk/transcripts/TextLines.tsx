import type { KeyboardEvent } from 'react'
import type { DeskTranscript, TextFinding } from '#contract/desk/transcripts.ts'
import { clock, count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { LineEditor } from './LineEditor.tsx'
import { useTexts, type TextsMessages } from './texts-context.tsx'
import type { LineEditing } from './use-line-editing.ts'

type Props = { text: DeskTranscript; editing: LineEditing; open: (at: number) => void; from: number; to: number }

/** Some lines of a text. One of them can be open; arrows move from line to line. */
export function TextLines({ text, editing, open, from, to }: Props) {
  const { messages } = useTexts()
  const { line } = editing
  return (
    <>
      <p className="soft">{messages.hint}</p>
      <ol role="list" className="desk-lines" start={from + 1}>
        {text.cues.slice(from, to).map((_cue, index) => {
          const at = from + index
          return (
            <li key={at === line?.at ? 'open' : at}>
              {at === line?.at ? <LineEditor {...{ text, editing, line }} /> : <LineButton {...{ text, at, open }} />}
            </li>
          )
        })}
      </ol>
    </>
  )
}

type ButtonProps = Pick<Props, 'text' | 'open'> & { at: number }

function LineButton({ text, at, open }: ButtonProps) {
  const { locale, messages } = useTexts()
  const cue = text.cues[at]
  if (!cue) return null
  const faults = text.findings.filter(({ lines }) => lines.includes(at))
  return (
    <button type="button" className="desk-line-button" data-line={at} onKeyDown={moveFocus} onClick={() => open(at)}>
      <span className="soft">
        {cue.start === null ? count(at + 1, locale) : clock(cue.start / 1_000, locale)}
        <span className="unseen">, {interpolate(messages.editLine, { number: count(at + 1, locale) })}:</span>
      </span>
      <span lang={text.locale}>
        {cue.speaker && <b>{cue.speaker}: </b>}
        {cue.text}
      </span>
      {faults.map(({ kind }) => (
        <span key={kind} className="failure">
          {faultText(messages, kind)}
        </span>
      ))}
    </button>
  )
}

const faultText = (messages: TextsMessages, kind: TextFinding['kind']): string => {
  const texts: Partial<Record<TextFinding['kind'], string>> = messages.lineFindings
  return texts[kind] ?? ''
}

/** From one closed line to the next; in an open one arrows belong to its fields. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const buttons = [...(event.currentTarget.closest('ol')?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
  const next = buttons[buttons.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
