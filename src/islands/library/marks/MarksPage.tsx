import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { navigate } from '#client/navigate.ts'
import { saveFile } from '#client/save-file.ts'
import type { Locale } from '#contract/text/locale.ts'
import { localeOfName, nameOrEnglish } from '#contract/text/translation.ts'
import { pathTo, signInPath, titlePath } from '#i18n/paths.ts'
import { pluralMessage } from '#i18n/plural-message.ts'
import type { Messages } from '#i18n/namespaces.ts'
import type { MarkedTitle } from '#contract/library/marks.ts'
import type { ShownMark } from '#stores/library/marks/mark-queue.ts'
import { $isUnsaved, $markedTitles, $marks, $marksSync, sendMarks } from '#stores/library/marks/marks.ts'
import { wantMark } from '#stores/library/marks/wanted-mark.ts'
import { currentSession } from '#stores/accounts/session.ts'
import { keepFocusOf } from '#ui/keep-focus.ts'
import { byTitle, exported, FORMATS, type Format, type TitleMarks } from './mark-export.ts'
import { MarkItem, type MarkMessages } from './MarkItem.tsx'
import { useRemoval } from './use-removal.tsx'

type PageMessages = Messages['library']['marksPage']
type Props = { locale: Locale; messages: PageMessages; markMessages: MarkMessages }

const NO_MARKS: ShownMark[] = []
const NO_TITLES: MarkedTitle[] = []

/** Guests have no marks. */
async function open(locale: Locale): Promise<void> {
  if (await currentSession()) return sendMarks()
  return navigate(signInPath(locale, pathTo('marks', locale)), { history: 'replace' })
}

/** All marks of a listener by title [RM-3]. They are drawn from what the browser has, and corrected by the server. */
export function MarksPage({ locale, messages, markMessages }: Props) {
  const marks = useStore($marks, { ssr: () => NO_MARKS })
  const titles = useStore($markedTitles, { ssr: () => NO_TITLES })
  const sync = useStore($marksSync, { ssr: () => 'none' as const })
  const isUnsaved = useStore($isUnsaved)
  const { remove, note } = useRemoval(markMessages)
  useEffect(() => void open(locale), [locale])
  const all = byTitle(marks, titles, locale)
  return (
    <>
      {isUnsaved && <p role="alert">{markMessages.unsaved}</p>}
      {sync === 'failed' && (
        <p role="alert">
          {messages.failed}{' '}
          <button ref={keepFocusOf} type="button" className="mark-link" onClick={() => void sendMarks()}>
            {messages.tryAgain}
          </button>
        </p>
      )}
      {all.length > 0 && <Export {...{ all, locale, messages }} />}
      {all.length === 0 && sync !== 'done' && sync !== 'failed' && <p role="status">{messages.loading}</p>}
      {all.length === 0 && sync === 'done' && <Empty {...{ locale, messages }} />}
      {note}
      {all.map((one) => (
        <TitleSection key={one.title.id} {...{ one, locale, messages, markMessages, remove }} />
      ))}
    </>
  )
}

function Empty({ locale, messages }: Pick<Props, 'locale' | 'messages'>) {
  return (
    <div className="empty">
      <h2>{messages.empty}</h2>
      <p className="soft">{messages.emptyText}</p>
      <a className="button" href={pathTo('library', locale)}>
        {messages.toLibrary}
      </a>
    </div>
  )
}

type ExportProps = Pick<Props, 'locale' | 'messages'> & { all: TitleMarks[] }

/** Made here from all marks, so it works without a network. */
function Export({ all, locale, messages }: ExportProps) {
  const save = (format: Format) => {
    const { end, type } = FORMATS[format]
    saveFile(`marks.${end}`, type, exported(format, all, locale, messages.columns))
  }
  return (
    <div className="marks-export" role="group" aria-label={messages.export}>
      <span aria-hidden="true">{messages.export}:</span>
      {(['text', 'markdown', 'csv'] as const).map((format) => (
        <button key={format} type="button" className="button quiet" onClick={() => save(format)}>
          {messages[format]}
        </button>
      ))}
    </div>
  )
}

type SectionProps = Props & { one: TitleMarks; remove: (mark: ShownMark) => void }

function TitleSection({ one: { title, marks }, locale, messages, markMessages, remove }: SectionProps) {
  return (
    <section aria-labelledby={`marks-${title.id}`}>
      <h2 id={`marks-${title.id}`} lang={localeOfName(title, locale)}>
        <a href={titlePath(locale, title)}>{nameOrEnglish(title, locale)}</a>
      </h2>
      <p className="soft">{pluralMessage(messages, 'count', marks.length, locale)}</p>
      <ul role="list" className="marks">
        {marks.map(({ mark, track }) => (
          <MarkItem
            key={mark.id}
            {...{ mark, title, locale }}
            messages={markMessages}
            name={track ? nameOrEnglish(track, locale) : ''}
            nameLang={track && localeOfName(track, locale)}
            // The element around the page plays it: the player is not loaded before.
            play={() => wantMark(mark)}
            remove={() => remove(mark)}
          />
        ))}
      </ul>
    </section>
  )
}
