import type { RouteName } from '#i18n/paths.ts'
import type { MessageKey } from '#i18n/namespaces.ts'

/** Pages that are a heading and nothing else. */
export const plainPages: { route: RouteName; message: MessageKey<'pages'> }[] = [
  { route: 'director', message: 'plain.director' },
  { route: 'publisher', message: 'plain.publisher' },
  { route: 'artist', message: 'plain.artist' },
  { route: 'writer', message: 'plain.writer' },
  { route: 'audiobooks', message: 'plain.audiobooks' },
  { route: 'original', message: 'plain.original' },
  { route: 'podcast', message: 'plain.podcast' },
  { route: 'purchaseTitle', message: 'plain.purchaseTitle' },
]
