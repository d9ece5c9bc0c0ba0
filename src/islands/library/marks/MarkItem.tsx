import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { MAX_NOTE } from '#contract/library/marks.ts'
import { scriptOf } from '#contract/text/text.ts'
import { nameOrEnglish } from '#contract/text/translation.ts'
import { clock } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import type { ShownMark } from '#stores/library/marks/mark-queue.ts'
import { changeMark } from '#stores/library/marks/marks.ts'
import { ShareButton } from '../../listening/now-playing/ShareButton.tsx'
import { addressOfMark, type LinkedTitle } from './mark-address.ts'

export type MarkMessages = Messages['dialogs']['marks']
type Props = {
  mark: ShownMark
  title: LinkedTitle & Parameters<typeof nameOrEnglish>[0]
  /** Name of the track. */
  name: string
  nameLang?: Locale | undefined
  locale: Locale
  messages: MarkMessages
  /** The note is open at once, because the mark was made just now. */
  isNew?: boolean
  play: () => void
  remove: () => void
  /** Further buttons beside the note. */
  children?: ReactNode
}

/** A mark: a press plays from it; its note is written below. */
export function MarkItem(props: Props) {
  const { mark, messages, isNew = false } = props
  const [isOpen, setOpen] = useState(isNew)
  const [isSaved, setSaved] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    setSaved(true)
    // The form goes away with the button that had the focus.
    edit.current?.focus()
  }
  return (
    <li className="mark">
      <MarkLine {...props} isOpen={isOpen} toggle={() => setOpen(!isOpen)} edit={edit} />
      {mark.note && !isOpen && (
        <p className="mark-note" lang={scriptOf(mark.note)}>
          {mark.note}
        </p>
      )}
      {isOpen && <NoteForm {...props} close={close} />}
      <span role="status" className="unseen">
        {isSaved && !isOpen && messages.saved}
      </span>
      {(mark.fault || mark.isPending) && (
        <p className="mark-state">{mark.fault ? messages.refused[mark.fault] : messages.pending}</p>
      )}
    </li>
  )
}

type LineProps = Props & { isOpen: boolean; toggle: () => void; edit: RefObject<HTMLButtonElement | null> }

function MarkLine({ mark, name, nameLang, locale, messages, isOpen, toggle, edit, play, remove }: LineProps) {
  const from = clock(mark.seconds, locale)
  const until = mark.until === null ? undefined : clock(mark.until, locale)
  const span = until === undefined ? from : interpolate(messages.range, { from, until })
  return (
    <div className="mark-line">
      <button type="button" className="mark-play" onClick={play}>
        <span className="unseen">{messages.play} </span>
        <span className="mark-time">{span}</span> <span lang={nameLang}>{name}</span>
      </button>
      <button
        type="button"
        className="mark-link"
        ref={edit}
        aria-expanded={isOpen}
        aria-label={interpolate(messages.noteOf, { time: from })}
        onClick={toggle}
      >
        {messages.edit}
      </button>
      <button type="button" className="mark-link" aria-label={`${messages.remove}: ${span}`} onClick={remove}>
        {messages.remove}
      </button>
    </div>
  )
}

function NoteForm({ mark, title, locale, messages, isNew = false, children, close }: Props & { close: () => void }) {
  const id = useId()
  const field = useNoteFocus(isNew)
  // Untouched it follows what another device wrote.
  const [typed, setTyped] = useState<string>()
  const save = () => {
    if (typed !== undefined && typed.trim() !== mark.note) changeMark(mark, { note: typed })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
    close()
  }
  return (
    <form className="mark-form" onSubmit={submit}>
      <label htmlFor={id}>{messages.note}</label>
      {/* What was typed stays when the window is closed. */}
      <textarea
        ref={field}
        id={id}
        rows={3}
        maxLength={MAX_NOTE}
        value={typed ?? mark.note}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={save}
        {...(isNew && { 'aria-describedby': `${id}-marked` })}
      />
      {isNew && <Marked id={`${id}-marked`} {...{ mark, locale, messages }} />}
      <div className="mark-buttons">
        <button type="submit" className="button">
          {messages.save}
        </button>
        {children}
        <Share {...{ mark, title, locale, messages }} />
      </div>
    </form>
  )
}

/** Describes the note of a new mark: the place at which it was set. */
function Marked({ id, mark, locale, messages }: Pick<Props, 'mark' | 'locale' | 'messages'> & { id: string }) {
  return (
    <p id={id} className="mark-state">
      {interpolate(messages.marked, { time: clock(mark.seconds, locale) })}
    </p>
  )
}

function useNoteFocus(isNew: boolean) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // A keyboard of glass would cover what was just marked: it is shown, and nothing opens the keyboard.
    if (isNew && !matchMedia('(pointer: fine)').matches) {
      const frame = requestAnimationFrame(() => field.current?.closest('li')?.scrollIntoView({ block: 'center' }))
      return () => cancelAnimationFrame(frame)
    }
    // A window that opens with it would take the focus for itself.
    field.current?.setAttribute('autofocus', '')
    field.current?.focus()
    return undefined
  }, [isNew])
  return field
}

function Share({ mark, title, locale, messages }: Pick<Props, 'mark' | 'title' | 'locale' | 'messages'>) {
  return (
    <ShareButton
      className="button quiet"
      label={messages.share}
      copied={messages.shareCopied}
      name={nameOrEnglish(title, locale)}
      addressNow={() => addressOfMark(mark, title, locale)}
    />
  )
}
