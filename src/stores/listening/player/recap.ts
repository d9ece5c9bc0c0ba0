import { recapSeconds } from '#contract/listening/listening.ts'
import { storageKeys } from '#contract/storage.ts'
import { computed } from 'nanostores'
import { persistentFlag } from '../../persistent.ts'

const $noRecaps = persistentFlag(storageKeys.playerRecap, 'no')
/** Whether the last seconds are heard again after a long pause [RM-2]. */
export const $recaps = computed($noRecaps, (isOff) => !isOff)
export const wantRecap = (isWanted: boolean): void => $noRecaps.set(!isWanted)

/** Where a track goes on that stopped at `seconds` at the moment `stoppedAt`. A clock that was set back is no pause. */
export const afterRecap = (seconds: number, stoppedAt: number): number =>
  $recaps.get() ? Math.max(0, seconds - recapSeconds(Date.now() - stoppedAt)) : seconds
