import { savedPositionIn } from '../../listening/player/saved-positions.ts'
import { $isLoaded, $playing, trackOf } from '../../listening/player/state.ts'

/** The player saves its position every five seconds: another tab that did so lately plays. */
const LATELY_MS = 15_000

/** The track of a title that is being heard, in this tab or in another. */
export function playingTrackOf(titleId: number): number | undefined {
  const now = $playing.get()
  if (now?.title.id === titleId) return $isLoaded.get() ? trackOf(now)?.id : undefined
  const saved = savedPositionIn(titleId)
  return saved && Date.now() - saved.at < LATELY_MS ? saved.track : undefined
}
