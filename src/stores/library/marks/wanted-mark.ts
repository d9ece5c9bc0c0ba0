import { atom } from 'nanostores'
import type { Range } from './play-mark.ts'

/** What was pressed in a list outside the player. Apart from what plays it, which comes with the first press. */
export const $wantedMark = atom<Range | undefined>(undefined)
/** The same mark may be pressed again. */
export const wantMark = (mark: Range): void => $wantedMark.set({ ...mark })
