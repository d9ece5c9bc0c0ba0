import { useEffect, useState, type ReactNode } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import type { Messages } from '#i18n/namespaces.ts'
import type { LinesState } from '#stores/transcripts/track-lines.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { keepFocusOf } from '#ui/keep-focus.ts'
import sheet from './lines.css?url'

type Props = {
  /** Kind of the title: texts for children are larger. */
  kind?: string
  text: LinesState | undefined
  locale: Locale
  closeText: string
  close: () => void
  /** Loads the text again after a failure. */
  retry: () => void
  children: (messages: Messages['transcripts']) => ReactNode
}

/** The dialog in which a text is read, with its own words and style; what is in it stands there when the text is ready. */
export function LinesFrame({ kind, text, locale, closeText, close, retry, children }: Props) {
  const [messages, setMessages] = useState<Messages['transcripts']>()
  const [isStyled, setStyled] = useState(false)
  useEffect(() => void loadMessages(locale, 'transcripts').then(setMessages, close), [locale, close])
  const show = () => setStyled(true)
  return (
    <>
      {/* In the island: the router takes styles out of the head of the page. */}
      <link rel="stylesheet" href={sheet} onLoad={show} onError={show} />
      {messages && isStyled && (
        <Dialog title={messages.title} close={closeText} isOpen onClose={close}>
          <div className="lines" data-kind={kind}>
            {text?.state === 'ready' ? children(messages) : <Missing {...{ text, messages, retry }} />}
          </div>
        </Dialog>
      )}
    </>
  )
}

type MissingProps = Pick<Props, 'text' | 'retry'> & { messages: Messages['transcripts'] }

function Missing({ text, messages, retry }: MissingProps) {
  const state = text?.state ?? 'loading'
  return (
    <>
      <p role="status">
        {text?.state === 'failed' ? messages[text.fault] : state === 'none' ? messages.none : messages.loading}
      </p>
      {state === 'failed' && (
        <button ref={keepFocusOf} type="button" className="button quiet" onClick={retry}>
          {messages.tryAgain}
        </button>
      )}
    </>
  )
}
