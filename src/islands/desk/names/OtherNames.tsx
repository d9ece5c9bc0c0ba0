import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { ChoiceList } from '#contract/desk/titles/titles.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { useEditor } from '#islands/desk/title/editor-text.ts'
import { nameOf } from '#islands/desk/titles/TitleList.tsx'
import { $known, knownAs, type Choice } from '#stores/desk/titles/editor.ts'
import { addOtherName } from '#stores/desk/titles/other-name.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { Field } from '#ui/Field.tsx'

type Props = { of: ChoiceList; choice: Choice; onDone: () => void }

type ListProps = Pick<Props, 'of' | 'onDone'> & { keys: readonly string[] }

/** A field for each of them who has a name in one language only. */
export function OtherNames({ of, keys, onDone }: ListProps) {
  const known = useStore($known)
  const lacking = keys.flatMap((key) => {
    const choice = known[knownAs(of, key)]
    return choice && lackingOf(choice) ? [choice] : []
  })
  return lacking.map((choice) => <OtherName key={choice.key} {...{ of, choice, onDone }} />)
}

/** The field of the name that somebody lacks, where the title names them: pages in that language leave them out. */
function OtherName({ of, choice, onDone }: Props) {
  const { locale, messages } = useEditor()
  const { text, type, fault, isBusy, save } = useOtherName({ of, choice, onDone })
  const lacking = lackingOf(choice)
  if (!lacking) return null
  return (
    <div className="title-other">
      <Field
        label={interpolate(messages.otherName[lacking], { name: nameOf(choice.names, locale) })}
        name={`other-name-${of}-${choice.key}`}
        value={text}
        maxLength={300}
        onChange={type}
        onEnter={() => void save()}
        hint={messages.otherNameHint[lacking]}
        fault={fault}
        isAnnounced
        isOptional
      >
        <button type="button" className="button quiet" aria-disabled={isBusy} onClick={() => void save()}>
          {messages.saveOtherName}
        </button>
      </Field>
    </div>
  )
}

const lackingOf = ({ names }: Choice): Locale | undefined => LOCALES.find((one) => !names[one])

function useOtherName({ of, choice, onDone }: Props) {
  const { messages } = useEditor()
  const { messages: shared } = useDesk()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const lacking = lackingOf(choice)
  const name = text.trim()
  const type = (typed: string) => {
    setText(typed)
    setFault(undefined)
  }
  const save = async () => {
    if (isBusy || !lacking) return
    if (!name) return setFault(messages.fieldFaults.required)
    setBusy(true)
    const result = await addOtherName(of, choice, lacking, name)
    setBusy(false)
    if (!result.ok && result.fault !== 'changedMeanwhile') return setFault(deskFault(shared, result.fault))
    if (result.ok) showToast(interpolate(messages.otherNameSaved, { name }), { undo: result.undo })
    else showToast(deskFault(shared, result.fault), { kind: 'failed' })
    onDone()
  }
  return { text, type, fault, isBusy, save }
}
