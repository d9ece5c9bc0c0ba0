import { atom } from 'nanostores'
import { pausePlayer, playFrom, playTitle, playTrack, type StartPoint } from '../../listening/player/player.ts'
import { $player, $playerTime, $playing, isOn, trackOf } from '../../listening/player/state.ts'

export type Range = { product_id: number; track_id: number; seconds: number; until: number | null }

/** The listener went elsewhere when the position is farther from the range than this: it stops nothing then. */
const OUTSIDE_SECONDS = 5

/** The range that plays, and whether it came to its end. */
export const $range = atom<(Range & { isEnded: boolean }) | undefined>(undefined)
let stopWatching: (() => void) | undefined

let pressed: Range | undefined

/** Plays from a mark; a range ends at its end. Of two that are pressed before the sound begins, the later one counts. */
export async function playMark(range: Range): Promise<void> {
  leaveRange()
  pressed = range
  const { product_id: title, track_id: trackId, seconds } = range
  const now = $playing.get()
  const index = now?.title.id === title ? now.title.tracks.findIndex(({ id }) => id === trackId) : -1
  if (now && index === now.index && $player.get().state !== 'ended') await playFrom(seconds)
  else if (index >= 0) await playTrack(index, seconds)
  else await playTitle(title, { trackId, seconds })
  if (pressed === range) watchRange(range)
}

function leaveRange(): void {
  stopWatching?.()
  stopWatching = undefined
  $range.set(undefined)
}

/** From now on the sound stops at the end of the range, unless the listener goes elsewhere. */
function watchRange(range: Range): void {
  const { until } = range
  leaveRange()
  if (until === null) return
  $range.set({ ...range, isEnded: false })
  stopWatching = $playerTime.listen(({ seconds }) => {
    const now = $playing.get()
    const isThere = now?.title.id === range.product_id && trackOf(now)?.id === range.track_id
    if (!isThere || seconds < range.seconds - OUTSIDE_SECONDS || seconds > until + OUTSIDE_SECONDS) return leaveRange()
    if (seconds < until || !isOn($player.get())) return undefined
    stopWatching?.()
    pausePlayer()
    return $range.set({ ...range, isEnded: true })
  })
}

/** The range of a link: `?track=12&t=340&until=360`. */
export function watchLinked(titleId: number, { trackId, seconds = 0 }: StartPoint): void {
  const until = Number(new URLSearchParams(location.search).get('until'))
  if (trackId && until > seconds) watchRange({ product_id: titleId, track_id: trackId, seconds, until })
}
