import { useStore } from '@nanostores/react'
import { useSyncExternalStore, type ReactNode } from 'react'
import { nameOrEnglish } from '#contract/text/translation.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { clock } from '#i18n/format.ts'
import { signInPath, titlePath } from '#i18n/paths.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { answerQuestion, playTitle, togglePlay, undoJump } from '#stores/listening/player/player.ts'
import {
  $isPausedForTab,
  $question,
  $undo,
  trackOf,
  type PlayerFault,
  type PlayerState,
  type Playing,
} from '#stores/listening/player/state.ts'
import { toMainButton } from './main-button.ts'

type Props = { now: PlayerState & Playing; messages: Messages['player']; locale: Locale }

const FINAL: readonly PlayerFault[] = ['gone', 'noAccess', 'noSound']

/** The status stands before there is a note, so that screen readers announce each. */
export function PlayerNotes(props: Props) {
  const { now } = props
  const isFaulty = now.state === 'faulty'
  return (
    <>
      {isFaulty && <FaultNote {...props} fault={now.fault} />}
      <div role="status">{!isFaulty && <QuietNote {...props} />}</div>
    </>
  )
}

/** One at a time: a question, an undo, or the next title. */
function QuietNote(props: Props) {
  const question = useStore($question)
  const undo = useStore($undo)
  const isPausedForTab = useStore($isPausedForTab)
  const { now } = props
  if (question && question.titleId === now.title.id) return <Question {...props} />
  if (now.state === 'ended') return <Ended {...props} />
  if (now.state === 'waiting') return <Waiting messages={props.messages} />
  if (isPausedForTab && now.state === 'paused') return <Note>{props.messages.otherTab}</Note>
  return undo && undo.title.id === now.title.id && <Undo {...props} undo={undo} />
}

function Note({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <p ref={toMainButton} className="player-note" role={role}>
      {children}
    </p>
  )
}

function Undo({ now, messages, locale, undo }: Props & { undo: Playing & { seconds: number } }) {
  const track = undo.index === now.index ? undefined : trackOf(undo)
  const values = { track: track ? nameOrEnglish(track, locale) : '', time: clock(undo.seconds, locale) }
  return (
    <Note>
      <button type="button" onClick={() => void undoJump()}>
        {interpolate(messages[track ? 'undoTrack' : 'undo'], values)}
      </button>
    </Note>
  )
}

function watchNetwork(tell: () => void): () => void {
  const stop = new AbortController()
  for (const name of ['online', 'offline']) addEventListener(name, tell, { signal: stop.signal })
  return () => stop.abort()
}

function Waiting({ messages }: Pick<Props, 'messages'>) {
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine)
  return <Note>{isOnline ? messages.waiting : messages.offline}</Note>
}

function FaultNote({ now, messages, locale, fault }: Props & { fault: PlayerFault }) {
  const back = titlePath(locale, now.title)
  return (
    <Note role="alert">
      {messages[fault]} {fault === 'signedOut' && <a href={signInPath(locale, back)}>{messages.signIn}</a>}
      {fault !== 'signedOut' && !FINAL.includes(fault) && (
        <button type="button" onClick={() => void togglePlay()}>
          {fault === 'unasked' ? messages.play : messages.tryAgain}
        </button>
      )}
    </Note>
  )
}

function Question({ now, messages, locale }: Props) {
  const question = useStore($question)
  if (!question) return null
  const track = now.title.tracks.find(({ id }) => id === question.trackId)
  const values = { track: track ? nameOrEnglish(track, locale) : '', time: clock(question.seconds, locale) }
  return (
    <Note>
      {interpolate(messages[question.isHere ? 'questionHere' : 'questionThere'], values)}{' '}
      <button type="button" onClick={() => void answerQuestion(true)}>
        {messages.questionTake}
      </button>{' '}
      <button type="button" onClick={() => void answerQuestion(false)}>
        {messages.questionStay}
      </button>
    </Note>
  )
}

function Ended({ now, messages, locale }: Props) {
  const { next } = now.title
  return (
    <Note>
      {interpolate(messages.ended, { title: nameOrEnglish(now.title, locale) })}{' '}
      <button type="button" onClick={() => void togglePlay()}>
        {messages.again}
      </button>{' '}
      {next && (
        <button type="button" onClick={() => void playTitle(next.id)}>
          {interpolate(messages.endedNext, { title: nameOrEnglish(next, locale) })}
        </button>
      )}
    </Note>
  )
}
