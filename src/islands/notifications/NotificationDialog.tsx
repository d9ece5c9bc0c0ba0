import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { NOTIFICATION_KINDS, type NotificationKind } from '#contract/notifications.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
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
import { keepFocusOf } from '#ui/keep-focus.ts'
import { NotificationItem } from './NotificationItem.tsx'

export type NotificationMessages = Messages['notifications']['dialog'] & Messages['ui']['actions']
type Props = { locale: Locale; messages: NotificationMessages }

const ASKING: Notes = { state: 'loading' }
const NO = () => false
const ORDER: readonly NotificationKind[] = ['product_publish', 'episode_launch', 'promotional_notification']

/** Notifications, newest first, of all kinds or of one [PR-4]. */
export function NotificationDialog({ locale, messages }: Props) {
  const isOpen = useStore($notificationsOpen, { ssr: NO })
  const notes = useStore($notes, { ssr: () => ASKING })
  useEffect(() => closeNotifications, [])
  return (
    <Dialog title={messages.title} close={messages.close} isOpen={isOpen} onClose={closeNotifications}>
      {notes.state === 'loading' && <p role="status">{messages.loading}</p>}
      {notes.state === 'failed' && (
        <div role="alert" className="failure">
          <p>{messages.failed}</p>
          <button ref={keepFocusOf} type="button" className="link" onClick={() => void openNotifications()}>
            {messages.tryAgain}
          </button>
        </div>
      )}
      {notes.state === 'ready' && <List {...{ locale, messages, ready: notes }} />}
    </Dialog>
  )
}

function List({ locale, messages, ready }: Props & { ready: Notes & { state: 'ready' } }) {
  const [kind, setKind] = useState<NotificationKind>()
  const hasMore = useStore($hasMore, { ssr: NO })
  const shown = ready.notes
    .map((note, place) => ({ note, isFresh: place < ready.fresh }))
    .filter(({ note }) => !kind || note.notification_type === kind)
  const { list, hadFocus } = useFocusAtEnd(hasMore, shown.length)
  return (
    <>
      <Kinds {...{ messages, kind, setKind }} />
      {shown.length === 0 && !hasMore && <p>{messages.none}</p>}
      <ul role="list" className="notes" tabIndex={-1} ref={list}>
        {shown.map(({ note, isFresh }) => (
          <NotificationItem key={note.id} {...{ locale, messages, note, isFresh }} />
        ))}
      </ul>
      {hasMore && <More {...{ messages, hadFocus }} state={ready.more} />}
    </>
  )
}

/**
 * The button at the end goes away with the last page, and the focus that it had goes to the first new note, or to the list where the
 * new ones are of other kinds.
 */
function useFocusAtEnd(hasMore: boolean, count: number) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(count)
  const hadFocus = useRef(false)
  useEffect(() => {
    const next = list.current?.children[before.current] ?? list.current
    if (!hasMore && hadFocus.current && next instanceof HTMLElement) next.focus()
    before.current = count
    hadFocus.current = false
  }, [hasMore, count])
  return { list, hadFocus }
}

function Kinds({
  messages,
  kind,
  setKind,
}: {
  messages: NotificationMessages
  kind: NotificationKind | undefined
  setKind: (kind?: NotificationKind) => void
}) {
  return (
    <div role="group" aria-label={messages.kinds} className="kinds">
      {[undefined, ...ORDER.filter((known) => NOTIFICATION_KINDS.includes(known))].map((one) => (
        <button
          key={one ?? 'all'}
          type="button"
          className="chip"
          aria-pressed={kind === one}
          onClick={() => setKind(one)}
        >
          {one ? messages.filters[one] : messages.all}
        </button>
      ))}
    </div>
  )
}

type MoreProps = Pick<Props, 'messages'> & {
  state: 'idle' | 'loading' | 'failed'
  /** Whether the button had the focus when it went away. */
  hadFocus: RefObject<boolean>
}

/** Loads more when it scrolls into view; the button does the same by keyboard. */
function More({ messages, state, hadFocus }: MoreProps) {
  const end = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = end.current
    // Runs while the button is still in the page.
    return () => void (hadFocus.current = document.activeElement === button)
  }, [hadFocus])
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
          {messages.failed}
        </p>
      )}
      <button
        ref={end}
        type="button"
        className="button quiet"
        aria-disabled={state === 'loading'}
        onClick={() => void loadMore()}
      >
        {state === 'failed' ? messages.tryAgain : state === 'loading' ? messages.loading : messages.more}
      </button>
    </div>
  )
}
