import { useStore } from '@nanostores/react'
import { nameOrEnglish } from '#contract/translation.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { clock } from '#i18n/format.ts'
import { pathTo, signInPath } from '#i18n/paths.ts'
import type { PlayerWords } from '#i18n/player-words.ts'
import { answerQuestion, playTitle, togglePlay, undoJump } from '#stores/listening/player/player.ts'
import { $question, $undo, type PlayerFault, type PlayerState, type Playing } from '#stores/listening/player/state.ts'

type Props = { now: PlayerState & Playing; words: PlayerWords; locale: Locale }

const FAULTS: Record<PlayerFault, keyof PlayerWords> = {
  offline: 'offline',
  failed: 'failed',
  gone: 'gone',
  refused: 'refused',
  noAccess: 'no-access',
  signedOut: 'signed-out',
}
const FINAL: readonly PlayerFault[] = ['gone', 'noAccess']

/** What the player has to say: trouble, a question, a way back, what comes next. One thing at a time. */
export function PlayerNotes(props: Props) {
  const question = useStore($question)
  const undo = useStore($undo)
  const { now } = props
  if (now.state === 'faulty') return <Trouble {...props} fault={now.fault} />
  if (question && question.titleId === now.title.id) return <Question {...props} />
  if (now.state === 'ended') return <Ended {...props} />
  if (now.state === 'waiting')
    return (
      <p className="note" role="status">
        {props.words.waiting}
      </p>
    )
  if (!undo || undo.title.id !== now.title.id) return null
  return (
    <p className="note">
      <button type="button" onClick={() => void undoJump()}>
        {fill(props.words.undo, { time: clock(undo.seconds, props.locale) })}
      </button>
    </p>
  )
}

function Trouble({ now, words, locale, fault }: Props & { fault: PlayerFault }) {
  const back = pathTo(now.title.product_audio_type === 'languagelab' ? 'course' : 'product', locale, {
    id: now.title.id,
    slug: now.title.product_slug,
  })
  return (
    <p className="note" role="alert">
      {words[FAULTS[fault]]} {fault === 'signedOut' && <a href={signInPath(locale, back)}>{words['sign-in']}</a>}
      {fault !== 'signedOut' && !FINAL.includes(fault) && (
        <button type="button" onClick={() => void togglePlay()}>
          {words['try-again']}
        </button>
      )}
    </p>
  )
}

function Question({ now, words, locale }: Props) {
  const question = useStore($question)
  if (!question) return null
  const track = now.title.tracks.find(({ id }) => id === question.trackId)
  const values = { track: track ? nameOrEnglish(track, locale) : '', time: clock(question.seconds, locale) }
  return (
    <p className="note" role="status">
      {fill(words[question.isHere ? 'question-here' : 'question-there'], values)}{' '}
      <button type="button" onClick={() => void answerQuestion(true)}>
        {words['question-take']}
      </button>{' '}
      <button type="button" onClick={() => void answerQuestion(false)}>
        {words['question-stay']}
      </button>
    </p>
  )
}

function Ended({ now, words, locale }: Props) {
  const { next } = now.title
  return (
    <p className="note" role="status">
      {fill(words.ended, { title: nameOrEnglish(now.title, locale) })}{' '}
      <button type="button" onClick={() => void togglePlay()}>
        {words.again}
      </button>{' '}
      {next && (
        <button type="button" onClick={() => void playTitle(next.id)}>
          {fill(words['ended-next'], { title: nameOrEnglish(next, locale) })}
        </button>
      )}
    </p>
  )
}
