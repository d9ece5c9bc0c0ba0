import { useEffect, useRef, useState, type FormEvent } from 'react'
import { htmlOfDescription, isFormatted, textOfDescription } from '#contract/desk/titles/description-text.ts'
import type { EditedName, NameKind } from '#contract/desk/catalog/names.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { FileButton } from '#islands/desk/files/FileButton.tsx'
import { useDraft } from '#islands/desk/use-draft.ts'
import { readName, saveName, undoName } from '#stores/desk/catalog/names.ts'
import { sendPicture } from '#stores/desk/shop/files.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Field, focusFirstFault } from '#ui/Field.tsx'
import type { NamesMessages } from './NamesPage.tsx'

type Props = { of: NameKind; name: string; messages: NamesMessages; onClose: () => void }

/** One person or category in both languages. */
export function NameDialog({ of, name: key, messages, onClose }: Props) {
  const { messages: shared } = useDesk()
  const [name, setName] = useState<EditedName>()
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    void readName(of, key).then((result) => (result.ok ? setName(result.name) : setFault(result.fault)))
  }, [of, key])
  return (
    <Dialog title={messages.kindOne[of]} close={shared.close} isOpen onClose={onClose}>
      {!name && !fault && <p role="status">{shared.loading}</p>}
      {fault && (
        <p role="alert" className="failure">
          {deskFault(shared, fault)}
        </p>
      )}
      {name && <NameForm key={name.version} {...{ of, messages, name, onClose }} />}
    </Dialog>
  )
}

type FormProps = Omit<Props, 'name'> & { name: EditedName }

function NameForm({ of, messages, name: before, onClose }: FormProps) {
  const { messages: shared } = useDesk()
  const form = useRef<HTMLFormElement>(null)
  const { draft: name, change: setName, amend, settle } = useDraft(before)
  const [failed, setFailed] = useState<{ fault: string; fields?: Record<string, string> }>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const result = await saveName(of, withNamesOnly(name))
    setBusy(false)
    if (!result.ok) {
      setFailed(result)
      return form.current && focusFirstFault(form.current)
    }
    const { change } = result
    showToast(messages.saved, change === null ? {} : { undo: () => undoName(of, change) })
    // What was typed meanwhile stays open.
    if (settle(name, result.name)) onClose()
    else setFailed(undefined)
  }
  const isNameless = failed?.fault === 'nameNeeded'
  return (
    <form ref={form} className="desk-part" noValidate onSubmit={(event) => void submit(event)}>
      {LOCALES.map((locale) => (
        <Words key={locale} {...{ of, messages, name, setName, locale }} isFaulty={isNameless} />
      ))}
      {of === 'person' && <Photo {...{ messages, name, amend }} />}
      {failed && !isNameless && (
        <p role="alert" className="failure">
          {deskFault(shared, failed.fault)}
        </p>
      )}
      <Buttons {...{ messages, isBusy }} />
    </form>
  )
}

function Buttons({ messages, isBusy }: Pick<Props, 'messages'> & { isBusy: boolean }) {
  const { messages: shared } = useDesk()
  return (
    <div className="desk-buttons">
      <button type="submit" className="button" aria-disabled={isBusy}>
        {messages.save}
      </button>
      <button type="button" className="button quiet" data-close>
        {shared.cancel}
      </button>
    </div>
  )
}

/** A language without a name is none. */
function withNamesOnly(name: EditedName): EditedName {
  const entries = LOCALES.flatMap((one) => {
    const wording = name.translations[one]
    return wording?.name.trim() ? [[one, wording] as const] : []
  })
  return { ...name, translations: Object.fromEntries(entries) }
}

type PartProps = { messages: NamesMessages; name: EditedName; setName: (name: EditedName) => void }
type PhotoProps = Omit<PartProps, 'setName'> & { amend: (changed: (now: EditedName) => EditedName) => void }

function Words({ of, messages, name, setName, locale, isFaulty }: PartProps & WordsProps) {
  const wording = name.translations[locale]
  const html = wording?.description ?? ''
  const [wasFormatted] = useState(() => isFormatted(html))
  // Apart from the HTML, which has no trailing space or line.
  const [typed, setTyped] = useState(() => textOfDescription(html))
  const change = (words: { name?: string; description?: string }) =>
    setName({ ...name, translations: { ...name.translations, [locale]: { name: '', ...wording, ...words } } })
  return (
    <>
      <Field
        label={messages.names[locale]}
        name={`name-${locale}`}
        value={wording?.name ?? ''}
        maxLength={300}
        onChange={(text) => change({ name: text })}
        fault={isFaulty ? messages.nameNeeded : undefined}
        isOptional
      />
      {of === 'person' && (
        <Field
          label={messages.about[locale]}
          name={`about-${locale}`}
          lines={3}
          value={typed}
          maxLength={40_000}
          onChange={(text) => {
            setTyped(text)
            change({ description: htmlOfDescription(text, wasFormatted) })
          }}
          isOptional
        />
      )}
    </>
  )
}
type WordsProps = { of: NameKind; locale: Locale; isFaulty: boolean }

function Photo({ messages, name, amend }: PhotoProps) {
  const [fault, setFault] = useState<string>()
  const send = async ([file]: readonly File[]) => {
    if (!file) return
    const sent = await sendPicture('people', file)
    setFault('fault' in sent ? sent.fault : undefined)
    if ('path' in sent) amend((now) => ({ ...now, photo: sent.path, photo_address: sent.address }))
  }
  return (
    <div className="title-cover">
      {name.photo_address && <img src={name.photo_address} alt={messages.photo} width={96} height={96} />}
      <div className="desk-buttons">
        <FileButton label={messages.choosePhoto} onFiles={(files) => void send(files)} accept="image/*" />
        {name.photo && (
          <button
            type="button"
            className="button quiet"
            onClick={() => amend((now) => ({ ...now, photo: null, photo_address: null }))}
          >
            {messages.removePhoto}
          </button>
        )}
      </div>
      {fault && (
        <p role="alert" className="failure">
          {messages.notPicture}
        </p>
      )}
    </div>
  )
}
