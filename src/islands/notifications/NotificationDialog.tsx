import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { NOTIFICATION_KINDS, type NotificationKind } from '#contract/notifications.ts'
import type { Locale } from '#contract/text.ts'
import {
  $hasMore,
  $notes,
  $notificationsOpen,
  closeNotifications,
  loadMore,
  openNotifications,
  type Notes,
} from '#stores/notifications/notifications.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Note, type NoteWords } from './Note.tsx'

type Word =
  | 'title'
  | 'bell'
  | 'bell-unread'
  | 'all'
  | 'titles'
  | 'episodes'
  | 'messages'
  | 'kinds'
  | 'loading'
  | 'failed'
  | 'try-again'
  | 'more'
  | 'none'
  | 'close'
export type NotificationWords = NoteWords & Record<Word, string>
type Props = { locale: Locale; words: NotificationWords }

const ASKING: Notes = { state: 'loading' }
const NO = () => false
const KIND_WORDS = {
  product_publish: 'titles',
  episode_launch: 'episodes',
  promotional_notification: 'messages',
} as const
/** As D2 names them. */
const ORDER: readonly NotificationKind[] = ['product_publish', 'episode_launch', 'promotional_notification']

/** What the shop has to tell, newest first; of all kinds or of one (PR-4). */
export function NotificationDialog({ locale, words }: Props) {
  const isOpen = useStore($notificationsOpen, { ssr: NO })
  const notes = useStore($notes, { ssr: () => ASKING })
  return (
    <Dialog title={words.title} close={words.close} isOpen={isOpen} onClose={closeNotifications}>
      {notes.state === 'loading' && <p role="status">{words.loading}</p>}
      {notes.state === 'failed' && (
        <div role="alert" className="failure">
          <p>{words.failed}</p>
          <button type="button" className="link" onClick={() => void openNotifications()}>
            {words['try-again']}
          </button>
        </div>
      )}
      {notes.state === 'ready' && <List {...{ locale, words, ready: notes }} />}
    </Dialog>
  )
}

function List({ locale, words, ready }: Props & { ready: Notes & { state: 'ready' } }) {
  const [kind, setKind] = useState<NotificationKind>()
  const hasMore = useStore($hasMore, { ssr: NO })
  const shown = ready.notes
    .map((note, place) => ({ note, isFresh: place < ready.fresh }))
    .filter(({ note }) => !kind || note.notification_type === kind)
  return (
    <>
      <Kinds {...{ words, kind, setKind }} />
      {shown.length === 0 && !hasMore && <p>{words.none}</p>}
      <ul role="list" className="notes">
        {shown.map(({ note, isFresh }) => (
          <Note key={note.id} {...{ locale, words, note, isFresh }} />
        ))}
      </ul>
      {hasMore && <More words={words} state={ready.more} />}
    </>
  )
}

function Kinds({
  words,
  kind,
  setKind,
}: {
  words: NotificationWords
  kind: NotificationKind | undefined
  setKind: (kind?: NotificationKind) => void
}) {
  return (
    <div role="group" aria-label={words.kinds} className="kinds">
      {[undefined, ...ORDER.filter((known) => NOTIFICATION_KINDS.includes(known))].map((one) => (
        <button
          key={one ?? 'all'}
          type="button"
          className="chip"
          aria-pressed={kind === one}
          onClick={() => setKind(one)}
        >
          {one ? words[KIND_WORDS[one]] : words.all}
        </button>
      ))}
    </div>
  )
}

/** Further ones come when the end of the list comes into view; the button is for who does not scroll. */
function More({ words, state }: { words: NotificationWords; state: 'idle' | 'loading' | 'failed' }) {
  const end = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!end.current || state !== 'idle') return undefined
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && void loadMore(), {
      root: end.current.closest('dialog'),
    })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [state])

  return (
    <div className="more">
      {state === 'failed' && (
        <p role="alert" className="fault">
          {words.failed}
        </p>
      )}
      <button
        ref={end}
        type="button"
        className="button quiet"
        aria-disabled={state === 'loading'}
        onClick={() => void loadMore()}
      >
        {state === 'failed' ? words['try-again'] : state === 'loading' ? words.loading : words.more}
      </button>
    </div>
  )
}
