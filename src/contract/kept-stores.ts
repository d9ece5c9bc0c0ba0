/** Stores of the browser beside local storage: what the service worker and the pages keep for times without a network. */
export const keptStores = {
  /** Pages that were visited, the home page and the offline page. */
  pages: 'keptPages',
  /** Scripts, styles, fonts and drawings. */
  assets: 'keptAssets',
  pictures: 'keptPictures',
  samples: 'keptSamples',
  /** Free tracks, and what the player needs to know of their titles. Emptied at logging out. */
  tracks: 'keptTracks',
} as const

/** What every page asks for besides its assets, under names that stay. */
export const SHARED_FILES: readonly string[] = ['/icons.svg', '/favicon.svg', '/plyr.svg']

/** Header of a kept answer: when it was kept, in milliseconds since 1970. */
export const KEPT_AT = 'x-kept-at'
/** Header of a kept sound: what it is, as `KeptSound`. */
export const KEPT_AS = 'x-kept-as'
