import { useStore } from '@nanostores/react'
import type { Locale } from '#contract/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { pluralMessage } from '#i18n/plural-message.ts'
import { clock, digits } from '#i18n/format.ts'
import type { Messages } from '#i18n/namespaces.ts'
import {
  $sleep,
  cancelSleepTimer,
  SLEEP_MINUTES,
  sleepAfter,
  sleepAtEndOfTrack,
} from '#stores/listening/player/sleep-timer.ts'
import { $speed, setSpeed, SPEEDS } from '#stores/listening/player/speeds.ts'
import { mayHaveText, type Playing } from '#stores/listening/player/state.ts'
import type { DialogName } from '../dialogs/PlayerDialog.tsx'
import type { TimeMessages } from '../spoken-time.ts'

type Props = { now: Playing; messages: Messages['player']; locale: Locale; time: TimeMessages }
type ToolsProps = Props & { show: (dialog: DialogName) => void }

/** Speed, sleep timer, the list of tracks, the text, a mark, what is chosen about the sound, and the keys (PL-7). */
export function PlayerTools({ show, ...props }: ToolsProps) {
  const { messages, now } = props
  return (
    <div className="player-tools">
      <Speed {...props} />
      <SleepTimer {...props} />
      <button type="button" className="player-list" aria-haspopup="dialog" onClick={() => show('tracks')}>
        {messages.tracks}
      </button>
      {mayHaveText(now) && (
        <button type="button" className="player-list" aria-haspopup="dialog" onClick={() => show('lines')}>
          {messages.lines}
        </button>
      )}
      <button type="button" className="player-list" aria-haspopup="dialog" onClick={() => show('mark')}>
        {messages.mark}
      </button>
      <button type="button" className="player-list" aria-haspopup="dialog" onClick={() => show('sound')}>
        {messages.sound}
      </button>
      <button
        type="button"
        className="player-list player-help"
        aria-haspopup="dialog"
        aria-label={messages.keys}
        aria-keyshortcuts="?"
        onClick={() => show('keys')}
      >
        ?
      </button>
    </div>
  )
}

export function Speed({ now, messages, locale }: Props) {
  const speed = useStore($speed)
  return (
    <label>
      <span className="unseen">{messages.speed}</span>
      <select value={speed} onChange={(event) => setSpeed(now.title.id, Number(event.target.value))}>
        {SPEEDS.map((one) => (
          <option key={one} value={one} aria-label={interpolate(messages.speedValue, { speed: digits(one, locale) })}>
            {digits(one, locale)}×
          </option>
        ))}
      </select>
    </label>
  )
}

export function SleepTimer({ messages, locale, time }: Props) {
  const sleep = useStore($sleep)
  const value = sleep.state === 'at' ? 'running' : sleep.state
  const minutes = (many: number) =>
    interpolate(messages.sleepMinutes, { minutes: pluralMessage(time, 'minutes', many, locale) })

  function choose(wanted: string) {
    if (wanted === 'off') return cancelSleepTimer()
    if (wanted === 'endOfTrack') return sleepAtEndOfTrack()
    if (Number(wanted) > 0) sleepAfter(Number(wanted))
  }

  return (
    <label>
      <span className="unseen">{messages.sleep}</span>
      <select value={value} data-sleep={sleep.state} onChange={(event) => choose(event.target.value)}>
        <option value="off">☾ {messages.sleepOff}</option>
        {sleep.state === 'at' && (
          <option value="running">☾ {interpolate(messages.sleepLeft, { time: clock(sleep.left, locale) })}</option>
        )}
        {SLEEP_MINUTES.map((many) => (
          <option key={many} value={many}>
            {minutes(many)}
          </option>
        ))}
        <option value="endOfTrack">{messages.sleepEnd}</option>
      </select>
    </label>
  )
}
