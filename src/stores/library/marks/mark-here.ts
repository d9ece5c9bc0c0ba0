import { $playing } from '../../listening/player/state.ts'
import { addMark } from './marks.ts'

/** Marks a second of what plays, for the key of the player; `show` opens the list of the marks. */
export function markHere(seconds: number, show: () => void): void {
  const now = $playing.get()
  if (!now) return
  addMark(now, seconds)
  show()
}
