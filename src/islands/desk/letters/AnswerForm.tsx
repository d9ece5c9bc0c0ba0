import { interpolate } from '#i18n/interpolate.ts'
import { useStore } from '@nanostores/react'
import { useState, type FormEvent } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { $answerDrafts, typeAnswer } from '#stores/desk/letters.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { deskFault, useDesk } from '../desk-context.tsx'
import { useLeaveWarning } from '../shop/ListEditor.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { dayText, type CommonMessages } from '../desk-format.ts'

type Reply = { at: string; who: string; text: string }
type Props = {
  common: CommonMessages
  /** What is answered, as `letter 5`. */
  name: string
  to: string
  replies: readonly Reply[]
  /** Label of the box that also marks it as done. */
  alsoDone?: string
  onSend: (answer: { text: string; locale: Locale; isDone: boolean }) => Promise<string | undefined>
}

/** Earlier answers, and a new one that goes out as a mail. */
export function AnswerForm(props: Props) {
  const { common, replies } = props
  const { locale } = useDesk()
  return (
    <>
      {replies.map(({ at, who, text }) => (
        <blockquote key={at} className="sales-reply">
          <p className="soft">{interpolate(common.answered, { who, day: dayText(at, locale) })}</p>
          <p className="sales-text">{text}</p>
        </blockquote>
      ))}
      <NewAnswer {...props} />
    </>
  )
}

/** An answer while it is written. What was typed stays until it is sent. */
function useAnswer(messages: CommonMessages, { name, to, onSend }: Pick<Props, 'name' | 'to' | 'onSend'>) {
  const desk = useDesk()
  const text = useStore($answerDrafts, { keys: [name] })[name] ?? ''
  useLeaveWarning(text !== '')
  const [language, setLanguage] = useState<Locale>(desk.locale)
  const [isDone, setDone] = useState(true)
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (text.trim() === '') return setFault(messages.answerMissing)
    setBusy(true)
    const found = await onSend({ text, locale: language, isDone })
    setBusy(false)
    setFault(found && deskFault(desk.messages, found))
    if (found) return
    showToast(interpolate(messages.sent, { to }))
  }
  return {
    text,
    setText: (typed: string) => typeAnswer(name, typed),
    language,
    setLanguage,
    isDone,
    setDone,
    fault,
    isBusy,
    send,
  }
}

function NewAnswer({ common, alsoDone, ...props }: Props) {
  const answer = useAnswer(common, props)
  const { text, setText, language, setLanguage, isDone, setDone, fault, isBusy, send } = answer
  return (
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
  )
}
