import { useState, type FormEvent } from 'react'
import type { Locale } from '#contract/locale.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { deskFault, useDesk } from '../desk-context.tsx'
import { SelectField } from './SelectField.tsx'
import { TextField } from './TextField.tsx'
import { dayText, fill, type CommonMessages } from './sales-format.ts'

type Reply = { at: string; who: string; text: string }
type Props = {
  common: CommonMessages
  to: string
  replies: readonly Reply[]
  /** Label of the box that also marks it as done. */
  alsoDone?: string
  onSend: (answer: { text: string; locale: Locale; isDone: boolean }) => Promise<string | undefined>
}

/** Earlier answers, and a new one that goes out as a mail. What was typed stays until it is sent. */
export function AnswerForm({ common, to, replies, alsoDone, onSend }: Props) {
  const { locale, messages } = useDesk()
  const [text, setText] = useState('')
  const [language, setLanguage] = useState<Locale>(locale)
  const [isDone, setDone] = useState(true)
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (text.trim() === '') return setFault(common.answerMissing)
    setBusy(true)
    const found = await onSend({ text, locale: language, isDone })
    setBusy(false)
    setFault(found && deskFault(messages, found))
    if (found) return
    setText('')
    showToast(fill(common.sent, { to }))
  }
  return (
    <>
      {replies.map(({ at, who, text: sent }) => (
        <blockquote key={at} className="sales-reply">
          <p className="soft">{fill(common.answered, { who, day: dayText(at, locale) })}</p>
          <p className="sales-text">{sent}</p>
        </blockquote>
      ))}
      <form className="form" onSubmit={(event) => void send(event)}>
        <TextField label={common.answer} value={text} onChange={setText} fault={fault} isLong limit={4000} />
        <div className="desk-toolbar">
          <SelectField
            label={common.language}
            value={language}
            options={{ en: common.english, mr: common.marathi }}
            onChoose={setLanguage}
          />
          {alsoDone && (
            <label className="sales-check">
              <input type="checkbox" checked={isDone} onChange={({ target }) => setDone(target.checked)} />
              {alsoDone}
            </label>
          )}
          <button type="submit" className="button" aria-disabled={isBusy}>
            {common.send}
          </button>
        </div>
      </form>
    </>
  )
}
