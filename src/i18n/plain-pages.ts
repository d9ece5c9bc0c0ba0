import type { RouteName } from '#i18n/paths.ts'
import type { WordKey } from '#i18n/words.ts'

/** The placeholder pages of C2, which carry a heading and nothing else. */
export const plainPages: { route: RouteName; word: WordKey<'pages'> }[] = [
  { route: 'director', word: 'director' },
  { route: 'publisher', word: 'publisher' },
  { route: 'artist', word: 'artist' },
  { route: 'writer', word: 'writer' },
  { route: 'audiobooks', word: 'audiobooks' },
  { route: 'original', word: 'original' },
  { route: 'podcast', word: 'podcast' },
  { route: 'purchaseTitle', word: 'purchase-title' },
]
