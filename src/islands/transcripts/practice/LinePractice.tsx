import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import type { Line, ReadAlong } from '#contract/transcripts/read-along.ts'
import { digits } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { $player } from '#stores/listening/player/state.ts'
import { $lineOn, $linesHeard, beginPractice, playLine, stopLine } from '#stores/transcripts/line-player.ts'
import { $linesLook } from '#stores/transcripts/lines-look.ts'
import { $spokenLine } from '#stores/transcripts/track-lines.ts'
import { LineText } from '../LineRow.tsx'
import { Switch } from '../LineTools.tsx'
import { OwnVoice } from './OwnVoice.tsx'

type Props = { text: ReadAlong; messages: Messages['transcripts']; locale: Locale }

/** The line that is spoken; the first one after a lesson that was heard to its end. */
const firstLine = ({ lines }: ReadAlong): number => {
  const spoken = $spokenLine.get()
  return spoken >= lines.length - 1 ? 0 : Math.max(0, spoken)
}

/** The line before the learner, and how it is heard and shown. */
function usePractice(text: ReadAlong) {
  const { lines } = text
  const [at, setAt] = useState(() => firstLine(text))
  const [isHidden, setHidden] = useState(false)
  const [revealed, reveal] = useState<number>()
  const [isRepeated, repeat] = useState(false)
  // A line that plays asks for it at its end.
  const repeats = useRef(isRepeated)
  useEffect(() => {
    repeats.current = isRepeated
  }, [isRepeated])
  useEffect(() => {
    beginPractice()
    return stopLine
  }, [])
  const move = (step: number) => {
    if (!lines[at + step]) return
    stopLine()
    setAt(at + step)
  }
  const hide = () => {
    setHidden(!isHidden)
    reveal(undefined)
  }
  const hear = (line: Line, isSlow: boolean) => playLine(line, { isSlow, isRepeated: () => repeats.current })
  const hearOnce = (line: Line) => playLine(line, { isRepeated: () => false })
  return {
    ...{ at, line: lines[at], move, hear, hearOnce },
    ...{ isHidden, hide, revealed, reveal, isRepeated, repeat },
  }
}

/** One line after the other for who learns a language: repeated, slowed, hidden, and spoken after the speaker [LN-5]. */
export function LinePractice({ text, messages, locale }: Props) {
  const { at, line, move, isHidden, hide, revealed, reveal, isRepeated, repeat, ...practice } = usePractice(text)
  if (!line) return null
  const hear = (isSlow = false) => practice.hear(line, isSlow)
  return (
    <section className="line-practice" aria-label={messages.practice}>
      <Place {...{ line, at, messages, locale }} count={text.lines.length} />
      <Words
        {...{ line, text, messages, locale }}
        isHidden={isHidden && revealed !== line.number}
        reveal={() => reveal(line.number)}
      />
      <div className="lines-tools">
        <Step isLast={at === 0} press={() => move(-1)} label={messages.previousLine} icon="left" />
        <HearButton {...{ line, messages, hear }} />
        <Step isLast={at === text.lines.length - 1} press={() => move(1)} label={messages.nextLine} icon="right" />
        <button type="button" className="button quiet" onClick={() => void hear(true)}>
          {messages.slowly}
        </button>
        <Switch isOn={isRepeated} onPress={() => repeat(!isRepeated)}>
          {messages.repeat}
        </Switch>
        <Switch isOn={isHidden} onPress={hide}>
          {messages.hide}
        </Switch>
      </div>
      <NoNetwork messages={messages} />
      <OwnVoice key={`voice ${line.number}`} messages={messages} hear={() => practice.hearOnce(line)} />
      <p className="lines-note">{messages.lessonNote}</p>
    </section>
  )
}

type PlaceProps = Omit<Props, 'text'> & { line: Line; at: number; count: number }
function Place({ line, at, count, messages, locale }: PlaceProps) {
  const heard = useStore($linesHeard)
  const place = interpolate(messages.lineOf, { n: digits(at + 1, locale), count: digits(count, locale) })
  return (
    <p className="lines-note" aria-live="polite">
      {place}
      {heard.has(line.number) && ` · ✓ ${messages.lineHeard}`}
      {heard.size === count && ` · ${messages.lessonDone}`}
    </p>
  )
}

/** The note of the player lies behind this dialog. A line that waits for its sound changes the state of the player, also when the network is back. */
function NoNetwork({ messages }: Pick<Props, 'messages'>) {
  const isOn = useStore($lineOn) !== undefined
  const isWaiting = useStore($player).state !== 'playing'
  return (
    <p className="lines-note" role="alert">
      {isOn && isWaiting && !navigator.onLine && messages.noNetwork}
    </p>
  )
}

type WordsProps = Props & { line: Line; isHidden: boolean; reveal: () => void }
function Words({ line, text: { spoken, other }, messages, locale, isHidden, reveal }: WordsProps) {
  const view = useStore($linesLook)
  const isPressed = useRef(false)
  const press = () => {
    isPressed.current = true
    reveal()
  }
  /** The words take the place of the pressed button, and its focus. */
  const takeFocus = (shown: HTMLElement | null) => {
    if (isPressed.current) shown?.focus()
    isPressed.current = false
  }
  return (
    <div className="lines-list line-practised" data-size={view.size} data-loose={view.isLoose ? '' : undefined}>
      {isHidden ? (
        <button type="button" className="button quiet" onClick={press}>
          {messages.reveal}
        </button>
      ) : (
        <div className="line" tabIndex={-1} ref={takeFocus}>
          <LineText {...{ line, view }} lang={spoken.locale} translationLang={other?.locale ?? locale} />
        </div>
      )}
    </div>
  )
}

type HearProps = { line: Line; messages: Messages['transcripts']; hear: () => Promise<boolean> }
function HearButton({ line, messages, hear }: HearProps) {
  const isOn = useStore($lineOn) === line.number
  return (
    <button type="button" className="button" onClick={() => (isOn ? stopLine() : void hear())}>
      {isOn ? messages.stop : messages.hear}
    </button>
  )
}

/** `isLast`: there is no such line. Not disabled, so that the focus stays on the button that led here. */
type StepProps = { label: string; icon: 'left' | 'right'; isLast: boolean; press: () => void }
function Step({ label, icon, isLast, press }: StepProps) {
  return (
    <button type="button" className="lines-switch" aria-label={label} aria-disabled={isLast} onClick={press}>
      <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
        <use href={`/icons.svg#${icon}`} />
      </svg>
    </button>
  )
}
