import { useStore } from '@nanostores/react'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { seekTo } from '#stores/listening/player/player.ts'
import { $playerTime } from '#stores/listening/player/state.ts'
import { spoken, type TimeMessages } from '../spoken-time.ts'

type Texts = { messages: Messages['player']; locale: Locale; time: TimeMessages }

/** "1 minute 20 seconds of 4 minutes", for who does not see the slider. */
export function spokenPosition({ messages, locale, time }: Texts): string {
  const { seconds, length } = $playerTime.get()
  return interpolate(messages.seekValue, {
    position: spoken(seconds, time, locale),
    length: spoken(length, time, locale),
  })
}

/** The position in the track, as browsers draw a slider. */
export function SeekSlider({ className, ...texts }: Texts & { className?: string }) {
  const { seconds, length } = useStore($playerTime)
  return (
    <input
      className={className}
      type="range"
      min="0"
      max={Math.ceil(length)}
      step="1"
      value={Math.floor(seconds)}
      aria-label={texts.messages.seek}
      aria-valuetext={spokenPosition(texts)}
      onChange={(event) => seekTo(Number(event.currentTarget.value))}
    />
  )
}
