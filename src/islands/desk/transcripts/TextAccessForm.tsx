import { useState, type SyntheticEvent } from 'react'
import { cueTime, parseCueTime } from '#contract/transcripts/cue-edit.ts'
import type { DeskTranscript } from '#contract/desk/transcripts.ts'
import { digits } from '#i18n/format.ts'
import { useDesk } from '#islands/desk/desk-context.tsx'
import { changeAccess, undoText } from '#stores/desk/catalog/transcripts.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { Check } from '#ui/Check.tsx'
import { Field } from '#ui/Field.tsx'
import { textFault, useTexts } from './texts-context.tsx'

/** Who may read a text: everybody, or everybody the part that is the sample. */
export function TextAccessForm({ text }: { text: DeskTranscript }) {
  const { messages } = useTexts()
  const { messages: shared } = useDesk()
  const { isPublic, setPublic, part, setPart, fault, save } = useAccess(text)
  return (
    <details className="desk-access">
      <summary>{messages.access}</summary>
      <form className="desk-part" noValidate onSubmit={save}>
        <Check name="is_public" isChecked={isPublic} onChange={setPublic}>
          {messages.everybody}
        </Check>
        {text.is_timed && text.track_id !== null && <PartFields {...{ part, setPart }} />}
        {fault && (
          <p role="alert" className="failure">
            {textFault(messages, shared, fault)}
          </p>
        )}
        <div className="desk-buttons">
          <button type="submit" className="button">
            {messages.saveAccess}
          </button>
        </div>
      </form>
    </details>
  )
}

/** Times as typed. */
type Part = { from: string; to: string }

function useAccess(text: DeskTranscript) {
  const { locale, messages } = useTexts()
  const [isPublic, setPublic] = useState(text.is_public)
  const typedOf = (time: number | null) => (time === null ? '' : digits(cueTime(time), locale))
  const [part, setPart] = useState<Part>({ from: typedOf(text.open_from), to: typedOf(text.open_to) })
  const [fault, setFault] = useState<string>()
  const send = async () => {
    const open = openPart(part)
    if (!open) return setFault('badPart')
    const result = await changeAccess({ is_public: isPublic, ...open })
    setFault(result.ok ? undefined : result.fault === 'wrongLines' ? 'badPart' : result.fault)
    if (result.ok) showToast(messages.accessSaved, { undo: () => undoText(result.value.change) })
  }
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    void send()
  }
  return { isPublic, setPublic, part, setPart, fault, save }
}

function PartFields({ part, setPart }: { part: Part; setPart: (part: Part) => void }) {
  const { messages } = useTexts()
  return (
    <>
      <p className="soft">{messages.partHint}</p>
      <div className="desk-line-fields">
        <Field
          label={messages.partFrom}
          name="from"
          value={part.from}
          isOptional
          onChange={(from) => setPart({ ...part, from })}
        />
        <Field
          label={messages.partTo}
          name="to"
          value={part.to}
          isOptional
          onChange={(to) => setPart({ ...part, to })}
        />
      </div>
    </>
  )
}

/** Undefined: what is typed is no part. Both empty: there is none. */
function openPart({ from, to }: Part) {
  if (!from.trim() && !to.trim()) return { open_from: null, open_to: null }
  const [start, end] = [parseCueTime(from), parseCueTime(to)]
  return start !== undefined && end !== undefined && end > start ? { open_from: start, open_to: end } : undefined
}
