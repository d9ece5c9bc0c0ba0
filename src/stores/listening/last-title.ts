import { call } from '#client/browser-call.ts'
import { lastPlayed } from '#contract/library/library.ts'
import { lastPlayedTitle } from './player/saved-positions.ts'
import { CLOSED, $lastTitleId } from './player-memory.ts'

/** The title that the listener heard last, in this browser or elsewhere; none once they closed the player [PL-1]. */
export async function findLastTitle(): Promise<number | undefined> {
  if ($lastTitleId.get() === CLOSED) return undefined
  const here = lastPlayedTitle()
  if (here !== undefined) return here
  const result = await call(lastPlayed, {})
  return result.ok ? result.value.data?.product_id : undefined
}
