import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { clock } from '#i18n/format.ts'
import type { PlayerWords } from '#i18n/player-words.ts'
import { saveVolume } from '#stores/listening/player/volume.ts'
import { seekTo } from '#stores/listening/player/player.ts'
import { $isLoaded, $playerTime } from '#stores/listening/player/state.ts'
import { spoken, type TimeWords } from './spoken-time.ts'

type Props = { words: PlayerWords; locale: Locale; time: TimeWords }

function placeInWords(words: PlayerWords, time: TimeWords, locale: Locale): string {
  const { seconds, length } = $playerTime.get()
  return fill(words['seek-value'], { position: spoken(seconds, time, locale), length: spoken(length, time, locale) })
}

/** Where the track is. Plyr draws it once there is sound; before, and where Plyr did not come, there is a plain slider. */
export function PlayerSlider({ words, locale, time }: Props) {
  const { seconds, length } = useStore($playerTime)
  const isLoaded = useStore($isLoaded)
  const [isDrawn, setDrawn] = useState(false)
  const slot = useRef<HTMLDivElement>(null)
  const hasPlyr = isLoaded && isDrawn

  useEffect(() => {
    if (!isLoaded) return
    const actions = { seek: seekTo, volume: saveVolume, spoken: () => placeInWords(words, time, locale) }
    const { seek, mute, volume } = words
    const draw = (box: HTMLElement | null) =>
      import('#client/audio/plyr.ts').then(({ mountPlyr }) => {
        if (box?.isConnected) mountPlyr(box, { seek, mute, volume }, actions)
        return setDrawn(true)
      })
    draw(slot.current).catch(() => undefined)
  }, [isLoaded, words, time, locale])

  return (
    <div className="line">
      <span className="clock" aria-hidden="true">
        {clock(seconds, locale)} / {clock(length, locale)}
      </span>
      <div ref={slot} className="slot" hidden={!hasPlyr} />
      {!hasPlyr && (
        <input
          type="range"
          min="0"
          max={Math.ceil(length)}
          step="1"
          value={Math.floor(seconds)}
          aria-label={words.seek}
          aria-valuetext={placeInWords(words, time, locale)}
          onChange={(event) => seekTo(Number(event.currentTarget.value))}
        />
      )}
    </div>
  )
}
