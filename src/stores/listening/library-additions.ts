import { atom } from 'nanostores'

/** Counts the attempts to add a title to the library. A store and no call: pages that are only read must not load the player, which listens. */
export const $libraryAdditions = atom(0)
export const markLibraryAddition = (): void => $libraryAdditions.set($libraryAdditions.get() + 1)
