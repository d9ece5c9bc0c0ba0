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
  const { draft: name, change: setName, amend, failed, isBusy, save } = useSavedName({ of, messages, before, onClose })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy && !(await save()) && form.current) focusFirstFault(form.current)
  }
  const isNameless = failed?.fault === 'nameNeeded'
  return (
    <form ref={form} className="desk-part" noValidate onSubmit={(event) => void submit(event)}>
      {LOCALES.map((locale) => (
        <Words
          key={locale}
          {...{ of, messages, name, setName, locale }}
          isFaulty={isNameless}
          theirs={failed?.theirs}
        />
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

type Saving = Pick<FormProps, 'of' | 'messages' | 'onClose'> & { before: EditedName }
type Failed = { fault: string; theirs?: EditedName | undefined }

/** A name while it is typed and saved. `save` returns whether it was taken. */
function useSavedName({ of, messages, before, onClose }: Saving) {
  const { draft: name, settle, ...draft } = useDraft(before)
  const base = useRef(before)
  const [failed, setFailed] = useState<Failed>()
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<boolean> => {
    setBusy(true)
    const result = await saveName(of, withNamesOnly(name))
    setBusy(false)
    setFailed(result.ok ? undefined : result)
    const stored = result.ok ? result.name : result.theirs
    // Of a refused form, what was typed since it was filled stays, and the next save goes over what is shown then.
    const isAll = stored && settle(result.ok ? name : base.current, stored)
    base.current = stored ?? base.current
    if (!result.ok) return false
    const { change } = result
    showToast(messages.saved, change === null ? {} : { undo: () => undoName(of, change) })
    // What was typed meanwhile stays open.
    if (isAll) onClose()
    return true
  }
  return { ...draft, draft: name, failed, isBusy, save }
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

function Words({ of, messages, name, setName, locale, isFaulty, theirs }: PartProps & WordsProps) {
  const wording = name.translations[locale]
  const other = theirs?.translations[locale]
  const [typed, type] = useDescription(wording?.description ?? '')
  const change = (words: { name?: string; description?: string }) =>
    setName({ ...name, translations: { ...name.translations, [locale]: { name: '', ...wording, ...words } } })
  const hinted = (mine = '', text = '') => (theirs && text !== mine ? `${messages.theirs}: ${text}` : undefined)
  return (
    <>
      <Field
        label={messages.names[locale]}
        name={`name-${locale}`}
        value={wording?.name ?? ''}
        maxLength={300}
        onChange={(text) => change({ name: text })}
        fault={isFaulty ? messages.nameNeeded : undefined}
        hint={hinted(wording?.name, other?.name)}
        isOptional
      />
      {of === 'person' && (
        <Field
          label={messages.about[locale]}
          name={`about-${locale}`}
          lines={3}
          value={typed}
          maxLength={40_000}
          onChange={(text) => change({ description: type(text) })}
          hint={hinted(typed, textOfDescription(other?.description ?? ''))}
          isOptional
        />
      )}
    </>
  )
}
type WordsProps = { of: NameKind; locale: Locale; isFaulty: boolean; theirs: EditedName | undefined }

/** A description as it is typed, apart from its HTML, which has no trailing space or line. Other HTML than was typed is shown anew. */
function useDescription(html: string) {
  const [typed, setTyped] = useState({ text: '', wasFormatted: false })
  const isTyped = htmlOfDescription(typed.text, typed.wasFormatted) === html
  const wasFormatted = isTyped ? typed.wasFormatted : isFormatted(html)
  const type = (text: string): string => {
    setTyped({ text, wasFormatted })
    return htmlOfDescription(text, wasFormatted)
  }
  return [isTyped ? typed.text : textOfDescription(html), type] as const
}

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
