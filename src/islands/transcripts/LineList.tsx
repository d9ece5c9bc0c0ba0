import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { useCallback, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import type { ReadAlong } from '#contract/transcripts/read-along.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { $linesLook } from '#stores/transcripts/lines-look.ts'
import { LineRow } from './LineRow.tsx'
import { useFollowing } from './use-following.ts'

type Props = {
  text: ReadAlong
  messages: Messages['transcripts']
  locale: Locale
  /** The place of the spoken line. */
  spoken: ReadableAtom<number>
  seek: (seconds: number) => void
  /** Sends the line at a place to others; without it no line has the button. */
  share?: (at: number) => void
  /** Something lies over the list. */
  isCovered?: boolean
  children?: ReactNode
}

/** Moves from line to line; the other keys are the player's. */
const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** All lines of a recording. The spoken one is kept in view until the reader scrolls away. */
export function LineList({ text, messages, locale, spoken, seek, share, isCovered = false, children }: Props) {
  const view = useStore($linesLook)
  const current = useStore(spoken)
  const list = useRef<HTMLOListElement>(null)
  const [isFollowing, follow] = useFollowing(list, current)
  const goBack = () => {
    follow(true)
    // The pressed button goes.
    list.current?.children[current]?.querySelector('button')?.focus({ preventScroll: true })
  }
  return (
    <div className="lines-frame">
      <Notes {...{ text, messages }} />
      <Rows {...{ text, messages, locale, list, current, seek, follow, share }} />
      {view.translation && <Rest {...{ text, messages, locale }} />}
      {children}
      {!isFollowing && current >= 0 && !isCovered && (
        <button type="button" className="button lines-follow" onClick={goBack}>
          {messages.follow}
        </button>
      )}
    </div>
  )
}

type RowsProps = Pick<Props, 'text' | 'messages' | 'locale' | 'seek' | 'share'> & {
  list: RefObject<HTMLOListElement | null>
  current: number
  follow: (isWanted: boolean) => void
}

function Rows({ text: { lines, spoken, other }, messages, locale, list, current, seek, follow, share }: RowsProps) {
  const view = useStore($linesLook)
  const [focused, focus] = useState(-1)
  const actions = useLineActions(list, seek, follow)
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

function useLineActions(list: RefObject<HTMLElement | null>, seek: Props['seek'], follow: (isWanted: boolean) => void) {
  const play = useCallback(
    (milliseconds: number) => {
      follow(true)
      seek(milliseconds / 1000)
    },
    [seek, follow],
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
function Rest({ text: { other, rest }, messages, locale }: Pick<Props, 'text' | 'messages' | 'locale'>) {
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
