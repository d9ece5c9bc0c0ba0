import { useStore } from '@nanostores/react'
import { useCallback, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { Locale } from '#contract/locale.ts'
import type { ReadAlong } from '#contract/read-along.ts'
import type { Messages } from '#i18n/namespaces.ts'
import type { Playing } from '#stores/listening/player/state.ts'
import { seekTo } from '#stores/listening/player/player.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { $linesView } from '#stores/transcripts/lines-view.ts'
import { $spokenLine } from '#stores/transcripts/track-lines.ts'
import { Late } from '#ui/Late.tsx'
import { LineRow } from './LineRow.tsx'
import { useFollowing } from './use-following.ts'

const loadShare = () => import('./LineShare.tsx').then(({ LineShare }) => LineShare)

type Props = { now: Playing; text: ReadAlong; messages: Messages['transcripts']; locale: Locale }

/** Moves from line to line; the other keys are the player's. */
const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** All lines of a track. The spoken one is kept in view until the reader scrolls away. */
export function LineList({ now, text, messages, locale }: Props) {
  const view = useStore($linesView)
  const current = useStore($spokenLine)
  const [shared, share] = useState(-1)
  const list = useRef<HTMLOListElement>(null)
  const [isFollowing, follow] = useFollowing(list, current)
  const sharedLine = text.lines[shared]
  const failed = () => {
    alertOffline()
    share(-1)
  }
  return (
    <div className="lines-frame">
      <Notes {...{ text, messages }} />
      <Rows {...{ text, messages, locale, list, follow, share }} />
      {view.translation && <Rest {...{ text, messages, locale }} />}
      {sharedLine && (
        <Late key={shared} load={loadShare} failed={failed}>
          {(Part) => <Part {...{ now, messages, locale }} line={sharedLine} close={() => share(-1)} />}
        </Late>
      )}
      {!isFollowing && current >= 0 && !sharedLine && (
        <button type="button" className="button lines-follow" onClick={() => follow(true)}>
          {messages.follow}
        </button>
      )}
    </div>
  )
}

type RowsProps = Omit<Props, 'now'> & {
  list: RefObject<HTMLOListElement | null>
  follow: (isWanted: boolean) => void
  share: (at: number) => void
}

function Rows({ text: { lines, spoken, other }, messages, locale, list, follow, share }: RowsProps) {
  const view = useStore($linesView)
  const current = useStore($spokenLine)
  const [focused, focus] = useState(-1)
  const actions = useLineActions(list, follow)
  const tabStop = Math.max(0, focused >= 0 ? focused : current)
  const languages = { lang: spoken.locale, translationLang: other?.locale ?? locale }
  const common = { view, focus, share, shareText: messages.share, ...actions, ...languages }
  return (
    <ol ref={list} role="list" className="lines-list" data-size={view.size} data-loose={view.isLoose ? '' : undefined}>
      {lines.map((line, at) => (
        <LineRow
          key={line.number}
          {...{ line, at }}
          {...common}
          isCurrent={at === current}
          isTabStop={at === tabStop}
        />
      ))}
    </ol>
  )
}

function useLineActions(list: RefObject<HTMLElement | null>, follow: (isWanted: boolean) => void) {
  const play = useCallback(
    (milliseconds: number) => {
      follow(true)
      seekTo(milliseconds / 1000)
    },
    [follow],
  )
  const move = useCallback(
    (event: KeyboardEvent, at: number) => {
      if (moveFocus(list.current, event, at)) follow(false)
    },
    [list, follow],
  )
  return { play, move }
}

/** Whether the key was one of a list. */
function moveFocus(list: HTMLElement | null, event: KeyboardEvent, at: number): boolean {
  const step = STEPS[event.key]
  if (!step || !list || event.ctrlKey || event.metaKey || event.altKey) return false
  event.preventDefault()
  list.children[step(at, list.children.length - 1)]?.querySelector('button')?.focus()
  return true
}

function Notes({ text: { spoken }, messages }: Pick<Props, 'text' | 'messages'>) {
  return (
    <>
      {!spoken.is_timed && <p className="lines-note">{messages.untimed}</p>}
      {spoken.access === 'part' && <p className="lines-note">{messages.part}</p>}
      {spoken.is_timed && (
        <p className="unseen" id="lines-hint">
          {messages.hint}
        </p>
      )}
    </>
  )
}

/** A translation of which nobody knows what belongs to which line. */
function Rest({ text: { other, rest }, messages, locale }: Omit<Props, 'now'>) {
  if (!other || rest.length === 0) return null
  return (
    <section lang={other.locale} className="lines-rest">
      <h3 lang={locale}>{messages.rest}</h3>
      {rest.map((cue) => (
        <p key={cue.number}>{cue.text}</p>
      ))}
    </section>
  )
}
