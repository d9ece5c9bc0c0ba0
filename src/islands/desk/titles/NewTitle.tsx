import { useState, type FormEvent } from 'react'
import { AUDIO_TYPES } from '#contract/import.ts'
import { LOCALES, type Locale } from '#contract/locale.ts'
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
  const [name, setName] = useState('')
  const [type, setType] = useState<string>('audiobook')
  const [spoken, setSpoken] = useState<string>(locale)
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!name.trim()) return setFault('nameNeeded')
    setBusy(true)
    const result = await createTitle({
      name: name.trim(),
      type: AUDIO_TYPES.find((one) => one === type) ?? 'audiobook',
      spoken: LOCALES.find((one) => one === spoken) ?? 'mr',
    })
    setBusy(false)
    if (typeof result === 'number') location.assign(deskPath('title', locale, { id: result }))
    else setFault(result)
  }
  const options = (values: readonly string[], texts: Record<string, string>) =>
    values.map((value) => ({ value, label: texts[value] ?? value }))
  return (
    <form className="desk-part" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={messages.nameLabel}
        name="name"
        hint={messages.nameHint}
        value={name}
        onChange={setName}
        maxLength={300}
        fault={fault === 'nameNeeded' ? messages.stillEmpty : undefined}
        isAnnounced
      />
      <Field
        label={messages.languageFilter}
        name="spoken"
        value={spoken}
        onChange={setSpoken}
        options={options(LOCALES, messages.languages)}
      />
      <Field
        label={messages.typeFilter}
        name="type"
        value={type}
        onChange={setType}
        options={options(AUDIO_TYPES, messages.types)}
      />
      <p className="soft">{messages.newEpisodeHint}</p>
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
