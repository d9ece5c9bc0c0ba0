import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { TitleAccess } from '#contract/library/library.ts'
import { localeOfName, nameOrEnglish } from '#contract/text/translation.ts'
import { clock, digits } from '#i18n/format.ts'
import { positionsIn } from '#stores/listening/entitlements.ts'
import { $heard } from '#stores/listening/progress-changed.ts'
import { resumeTrack } from '#stores/listening/player/player.ts'
import { $playerTime } from '#stores/listening/player/state.ts'
import type { DialogProps } from '../dialogs/PlayerDialog.tsx'

type Props = Pick<DialogProps, 'now' | 'locale' | 'dialogMessages'>

/** How far each track was heard, as the server knows it; nothing without a network. */
function useHeard(titleId: number): TitleAccess['places'] {
  const [places, setPlaces] = useState<TitleAccess['places']>([])
  useEffect(() => {
    let isWanted = true
    const load = () => void positionsIn(titleId).then((access) => isWanted && access && setPlaces(access.places))
    const stop = $heard.subscribe(load)
    return () => {
      isWanted = false
      stop()
    }
  }, [titleId])
  return places
}

/** The tracks of the title with what was heard of them; a press plays one. */
export function Chapters({ now: { title, index }, locale, dialogMessages }: Props) {
  const places = useHeard(title.id)
  const { seconds } = useStore($playerTime)
  return (
    <ol role="list" className="player-tracks">
      {title.tracks.map((track, at) => {
        const place = places.find(({ track_id: id }) => id === track.id)
        const until = at === index ? seconds : (place?.seconds ?? 0)
        const isHeard = at !== index && place?.is_heard === true
        return (
          <li key={track.id}>
            <button type="button" aria-current={at === index ? 'true' : undefined} onClick={() => void resumeTrack(at)}>
              <span>{digits(at + 1, locale)}</span>
              <span lang={localeOfName(track, locale)}>{nameOrEnglish(track, locale)}</span>
              <span>{isHeard ? dialogMessages.trackHeard : clock(track.track_length, locale)}</span>
            </button>
            {/* The words beside it say the same. */}
            <progress aria-hidden="true" max={track.track_length} value={isHeard ? track.track_length : until} />
          </li>
        )
      })}
    </ol>
  )
}
