import { useState, type FormEvent } from 'react'
import { AUDIO_TYPES } from '#contract/import/import.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { deskPath } from '#i18n/desk-paths.ts'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { createTitle } from '#stores/desk/titles/list.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import type { TitlesMessages } from './TitlesPage.tsx'

type Props = { locale: Locale; messages: TitlesMessages }

/** Starts a draft with a name alone and opens its editor. */
export function NewTitle({ locale, messages }: Props) {
  const { messages: shared } = useDesk()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {messages.newTitle}
      </button>
      <Dialog title={messages.newTitle} close={shared.close} isOpen={isOpen} onClose={() => setOpen(false)}>
        <NewTitleForm {...{ locale, messages }} />
      </Dialog>
    </>
  )
}

function NewTitleForm({ locale, messages }: Props) {
  const { messages: shared } = useDesk()
  const [values, setValues] = useState<NewValues>({ name: '', type: 'audiobook', spoken: locale })
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!values.name.trim()) return setFault('nameNeeded')
    setBusy(true)
    const result = await createTitle({ ...values, name: values.name.trim() })
    setBusy(false)
    if (typeof result === 'number') location.assign(deskPath('title', locale, { id: result }))
    else setFault(result)
  }
  return (
    <form className="desk-part" noValidate onSubmit={(event) => void submit(event)}>
      <NewTitleFields {...{ messages, values, setValues }} isNameMissing={fault === 'nameNeeded'} />
      {fault && fault !== 'nameNeeded' && (
        <p role="alert" className="failure">
          {deskFault(shared, fault)}
        </p>
      )}
      <button type="submit" className="button" aria-disabled={isBusy}>
        {messages.startDraft}
      </button>
    </form>
  )
}

type NewValues = { name: string; type: (typeof AUDIO_TYPES)[number]; spoken: Locale }
type FieldsProps = {
  messages: TitlesMessages
  values: NewValues
  setValues: (values: NewValues) => void
  isNameMissing: boolean
}

function NewTitleFields({ messages, values, setValues, isNameMissing }: FieldsProps) {
  const options = (all: readonly string[], texts: Record<string, string>) =>
    all.map((value) => ({ value, label: texts[value] ?? value }))
  return (
    <>
      <Field
        label={messages.nameLabel}
        name="name"
        hint={messages.nameHint}
        value={values.name}
        onChange={(name) => setValues({ ...values, name })}
        maxLength={300}
        fault={isNameMissing ? messages.stillEmpty : undefined}
        isAnnounced
      />
      <Field
        label={messages.languageFilter}
        name="spoken"
        value={values.spoken}
        onChange={(text) => setValues({ ...values, spoken: LOCALES.find((one) => one === text) ?? values.spoken })}
        options={options(LOCALES, messages.languages)}
      />
      <Field
        label={messages.typeFilter}
        name="type"
        value={values.type}
        onChange={(text) => setValues({ ...values, type: AUDIO_TYPES.find((one) => one === text) ?? values.type })}
        options={options(AUDIO_TYPES, messages.types)}
      />
    </>
  )
}
