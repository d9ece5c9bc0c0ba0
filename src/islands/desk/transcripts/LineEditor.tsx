import { useEffect, useRef, useState, type RefObject } from 'react'
import { parseShift } from '#contract/transcripts/cue-edit.ts'
import type { DeskTranscript } from '#contract/desk/transcripts.ts'
import { count, digits } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { useDesk } from '#islands/desk/desk-context.tsx'
import { useExcerpt } from '#islands/desk/sound/use-excerpt.ts'
import { addressOfText } from '#stores/desk/catalog/transcripts.ts'
import { Field } from '#ui/Field.tsx'
import { textFault, useTexts } from './texts-context.tsx'
import { cueOf, type LineEditing } from './use-line-editing.ts'
import type { LineDraft, OpenLine } from './use-open-line.ts'

type Props = { text: DeskTranscript; editing: LineEditing; line: OpenLine }

/** An open line. Ctrl and Enter save it, Escape closes it. */
export function LineEditor({ text, editing, line }: Props) {
  const { locale, messages } = useTexts()
  const { messages: shared } = useDesk()
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.querySelector('textarea')?.focus(), [])
  useKeys(frame, editing)
  const number = count(line.at + 1, locale)
  return (
    <div className="desk-line-open" role="group" aria-label={interpolate(messages.lineNumber, { number })} ref={frame}>
      <Fields {...{ text, editing, line }} />
      {line.theirs !== undefined && <p className="notice">{interpolate(messages.theirs, { text: line.theirs })}</p>}
      {line.fault && (
        <p role="alert" className="failure">
          {textFault(messages, shared, line.fault)}
        </p>
      )}
      <Buttons {...{ text, editing, line, frame }} />
      {text.is_timed && <Shift editing={editing} />}
    </div>
  )
}

function useKeys(frame: RefObject<HTMLElement | null>, { save, close }: LineEditing): void {
  useEffect(() => {
    const element = frame.current
    const press = (event: KeyboardEvent) => {
      // The key chooses or drops what an input method suggests.
      if (event.isComposing) return
      if (event.key === 'Escape') close()
      else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
      else return
      event.preventDefault()
    }
    element?.addEventListener('keydown', press)
    return () => element?.removeEventListener('keydown', press)
  }, [frame, save, close])
}

function Fields({ text, editing, line: { draft } }: Props) {
  const { messages } = useTexts()
  const { type } = editing
  return (
    <>
      <Field
        label={messages.words}
        name="words"
        lang={text.locale}
        lines={3}
        value={draft.text}
        onChange={(words) => type({ text: words })}
      />
      <div className="desk-line-fields">
        {text.is_timed && <Times {...{ editing, draft }} />}
        <Field
          label={messages.speaker}
          name="speaker"
          lang={text.locale}
          value={draft.speaker}
          maxLength={100}
          isOptional
          onChange={(speaker) => type({ speaker })}
        />
      </div>
    </>
  )
}

function Times({ editing: { type }, draft }: Pick<Props, 'editing'> & { draft: LineDraft }) {
  const { locale, messages } = useTexts()
  return (
    <>
      <Field
        label={messages.start}
        name="start"
        value={digits(draft.start, locale)}
        onChange={(start) => type({ start })}
      />
      <Field label={messages.end} name="end" value={digits(draft.end, locale)} onChange={(end) => type({ end })} />
    </>
  )
}

function Buttons({ text, editing, line, frame }: Props & { frame: RefObject<HTMLElement | null> }) {
  const { messages } = useTexts()
  const { save, split, join, remove, close } = editing
  const caret = () => frame.current?.querySelector('textarea')?.selectionStart ?? 0
  const acts: [string, () => unknown, boolean][] = [
    [messages.split, () => split(caret()), true],
    [messages.join, join, line.at + 1 < text.lines],
    [messages.removeLine, remove, text.lines > 1],
    [messages.cancel, close, true],
  ]
  return (
    <div className="desk-buttons">
      <button type="button" className="button" onClick={() => void save()}>
        {messages.save}
      </button>
      {text.is_timed && <Hear {...{ text, editing, line }} />}
      {acts.map(
        ([label, act, isPossible]) =>
          isPossible && (
            <button key={label} type="button" className="button quiet" onClick={() => void act()}>
              {label}
            </button>
          ),
      )}
    </div>
  )
}

/** The sound of the line, by the times as they are typed. */
function Hear({ text, editing, line }: Props) {
  const { messages } = useTexts()
  const { isPlaying, play, stop } = useExcerpt()
  const hear = async () => {
    const cue = cueOf({ ...line.draft, text: '–' }, true)
    if (typeof cue === 'string') return void editing.refuse(cue)
    const address = await addressOfText(text.id)
    const place = { starts: (cue.start ?? 0) / 1_000, ends: (cue.end ?? 0) / 1_000 }
    if (!address || !(await play(address, place))) editing.refuse('notHeard')
  }
  return (
    <button type="button" className="button quiet" onClick={() => (isPlaying ? stop() : void hear())}>
      {isPlaying ? messages.stop : messages.hear}
    </button>
  )
}

/** Moves the times of this line and of all behind it. */
function Shift({ editing }: Pick<Props, 'editing'>) {
  const { messages } = useTexts()
  const [typed, setTyped] = useState('')
  const shift = () => {
    const milliseconds = parseShift(typed)
    if (milliseconds === undefined) editing.refuse('badShift')
    else void editing.shift(milliseconds)
  }
  return (
    <details className="desk-shift">
      <summary>{messages.shift}</summary>
      <Field
        label={messages.shiftBy}
        name="shift"
        hint={messages.shiftHint}
        value={typed}
        isOptional
        onChange={setTyped}
        onEnter={shift}
      />
      <button type="button" className="button quiet" onClick={shift}>
        {messages.shiftNow}
      </button>
    </details>
  )
}
