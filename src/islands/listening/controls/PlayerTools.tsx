import { useStore } from '@nanostores/react'
import type { Locale } from '#contract/text/locale.ts'
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

const DIALOGS = ['tracks', 'lines', 'mark', 'sound'] as const

/** Speed, sleep timer, the list of tracks, the text, a mark, what is chosen about the sound, and the keys [PL-7]. */
export function PlayerTools({ show, ...props }: ToolsProps) {
  const { messages, now } = props
  return (
    <div className="player-tools">
      <Speed {...props} />
      <SleepTimer {...props} />
      {DIALOGS.map(
        (dialog) =>
          (dialog !== 'lines' || mayHaveText(now)) && (
            <button
              key={dialog}
              type="button"
              className="player-list"
              aria-haspopup="dialog"
              onClick={() => show(dialog)}
            >
              {messages[dialog]}
            </button>
          ),
      )}
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

/**
 * The time that is left stands at the place of its minutes, so that arrow keys lead on from it, and longer times can be chosen again. It is
 * spoken in whole minutes: a name that changes each second is read each second.
 */
export function SleepTimer({ messages, locale, time }: Props) {
  const sleep = useStore($sleep)
  const left = sleep.state === 'at' ? sleep.left : Infinity
  const running = SLEEP_MINUTES.find((many) => many * 60 >= left)
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
      <select value={running ?? sleep.state} data-sleep={sleep.state} onChange={(event) => choose(event.target.value)}>
        <option value="off">☾ {messages.sleepOff}</option>
        {SLEEP_MINUTES.map((many) => {
          const isRunning = many === running
          return (
            <option key={many} value={many} aria-label={minutes(isRunning ? Math.ceil(left / 60) : many)}>
              {isRunning ? `☾ ${interpolate(messages.sleepLeft, { time: clock(left, locale) })}` : minutes(many)}
            </option>
          )
        })}
        <option value="endOfTrack">{messages.sleepEnd}</option>
      </select>
    </label>
  )
}
