import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { localeOfName, nameOrEnglish } from '#contract/translation.ts'
import type { Locale } from '#contract/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { pluralMessage } from '#i18n/plural-message.ts'
import { clock, digits } from '#i18n/format.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { playTrack } from '#stores/listening/player/player.ts'
import {
  $sleep,
  cancelSleepTimer,
  SLEEP_MINUTES,
  sleepAfter,
  sleepAtEndOfTrack,
} from '#stores/listening/player/sleep-timer.ts'
import { $speed, setSpeed, SPEEDS } from '#stores/listening/player/speeds.ts'
import { $titleTime, type Playing } from '#stores/listening/player/state.ts'
import { Dialog } from '#ui/Dialog.tsx'
import type { TimeMessages } from './spoken-time.ts'

type Props = { now: Playing; messages: Messages['player']; locale: Locale; time: TimeMessages }

/** Speed, sleep timer and the list of tracks (PL-7). */
export function PlayerTools(props: Props) {
  return (
    <div className="tools">
      <Speed {...props} />
      <SleepTimer {...props} />
      <Tracks {...props} />
    </div>
  )
}

function Speed({ now, messages, locale }: Props) {
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

function SleepTimer({ messages, locale, time }: Props) {
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

function Tracks({ now, messages, locale }: Props) {
  const [isOpen, open] = useState(false)
  const { title, index } = now
  return (
    <>
      <button type="button" className="list" aria-haspopup="dialog" onClick={() => open(true)}>
        {messages.tracks}
      </button>
      <Dialog
        title={interpolate(messages.tracksOf, { title: nameOrEnglish(title, locale) })}
        close={messages.dialogClose}
        isOpen={isOpen}
        onClose={() => open(false)}
      >
        <TitleLeft messages={messages} locale={locale} />
        <ol role="list" className="track-list">
          {title.tracks.map((track, at) => (
            <li key={track.id}>
              <button type="button" aria-current={at === index ? 'true' : undefined} onClick={() => void playTrack(at)}>
                <span>{digits(at + 1, locale)}</span>
                <span lang={localeOfName(track, locale)}>{nameOrEnglish(track, locale)}</span>
                <span>{clock(track.track_length, locale)}</span>
              </button>
            </li>
          ))}
        </ol>
      </Dialog>
    </>
  )
}

function TitleLeft({ messages, locale }: { messages: Messages['player']; locale: Locale }) {
  const { seconds, length } = useStore($titleTime)
  const part = length > 0 ? Math.floor((seconds / length) * 100) : 0
  return (
    <p>
      {interpolate(messages.titleLeft, {
        part: digits(part, locale),
        time: clock(Math.max(0, length - seconds), locale),
      })}
    </p>
  )
}
