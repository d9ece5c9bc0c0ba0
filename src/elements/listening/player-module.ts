import { lazyModule } from '../lazy-module.ts'

/** The full player: fetched when a pointer or the focus comes near a button of it, or for a listener who was in the middle of a title. */
export const player = lazyModule(() => import('./full-player.ts'))
