import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { clock } from '#i18n/format.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { saveVolume } from '#stores/listening/player/volume.ts'
import { seekTo } from '#stores/listening/player/player.ts'
import { $isLoaded, $playerTime } from '#stores/listening/player/state.ts'
import { SeekSlider, spokenPosition } from './SeekSlider.tsx'
import type { TimeMessages } from '../spoken-time.ts'

type Props = { messages: Messages['player']; locale: Locale; time: TimeMessages }

/** Puts Plyr into the slot once audio is loaded. */
function usePlyr({ messages, locale, time }: Props, slot: RefObject<HTMLDivElement | null>): boolean {
  const isLoaded = useStore($isLoaded)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    if (!isLoaded) return
    const actions = { seek: seekTo, volume: saveVolume, spoken: () => spokenPosition({ messages, time, locale }) }
    const { seek, mute, volume } = messages
    const draw = (box: HTMLElement | null) =>
      import('#client/audio/plyr.ts').then(({ mountPlyr }) => {
        if (box?.isConnected) mountPlyr(box, { seek, mute, volume }, actions)
        return setDrawn(true)
      })
    draw(slot.current).catch(() => undefined)
  }, [isLoaded, messages, time, locale, slot])
  return isLoaded && isDrawn
}

/** Position in the track. Plyr replaces the plain slider; if it cannot be loaded, the plain slider stays. */
export function PlayerSlider({ messages, locale, time }: Props) {
  const { seconds, length } = useStore($playerTime)
  const slot = useRef<HTMLDivElement>(null)
  const hasPlyr = usePlyr({ messages, locale, time }, slot)

  return (
    <div className="player-line">
      <span className="sound-clock" aria-hidden="true">
        {clock(seconds, locale)} / {clock(length, locale)}
      </span>
      <div ref={slot} className="player-slot" hidden={!hasPlyr} />
      {!hasPlyr && <SeekSlider className="sound-seek" {...{ messages, locale, time }} />}
    </div>
  )
}
