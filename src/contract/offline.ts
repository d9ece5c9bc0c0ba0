import { create, enums, integer, number, object, optional, size, string, type, type Infer } from 'superstruct'
import { endpoint } from './endpoint.ts'
import { status } from './wire-fields.ts'

/** Metadata of an offline copy, in the language in which it was saved. */
export const OfflineAudio = type({
  kind: enums(['sample', 'track']),
  /** Its id in the API: `map_url` of a sample, `key` of a track. */
  key: string(),
  titleId: optional(integer()),
  trackId: optional(integer()),
  /** Name of the track, or of the title for a sample. */
  name: string(),
  title: string(),
  locale: enums(['en', 'mr']),
  /** Path of the title's page. */
  href: string(),
  cover: optional(string()),
  seconds: number(),
  bytes: integer(),
})
export type OfflineAudio = Infer<typeof OfflineAudio>

/** Encoded, because header values are ASCII only. */
export const encodeOfflineAudio = (sound: OfflineAudio): string => encodeURIComponent(JSON.stringify(sound))

/** Undefined when the header is missing or of an older version. */
export function decodeOfflineAudio(header: string | null): OfflineAudio | undefined {
  try {
    return create(JSON.parse(decodeURIComponent(header ?? '')), OfflineAudio)
  } catch {
    return undefined
  }
}

/** Cache key of a sound: its address without the signature, which expires after minutes. */
export const audioPath = (address: string): string => new URL(address, 'https://shop.invalid').pathname

/** Names of the browser caches that the service worker and the pages use for offline copies. */
export const offlineCaches = {
  /** Visited pages, the home page and the offline page. */
  pages: 'keptPages',
  /** Scripts, styles, fonts and drawings. */
  assets: 'keptAssets',
  pictures: 'keptPictures',
  samples: 'keptSamples',
  /** Free tracks, and the data of their titles that the player needs. Deleted at logout. */
  tracks: 'keptTracks',
} as const

/** Files of every page whose names do not change with their content. */
export const SHARED_FILES: readonly string[] = ['/icons.svg', '/favicon.svg', '/plyr.svg']

/** Header of a cached response: time of saving, in milliseconds since 1970. */
export const SAVED_AT_HEADER = 'x-kept-at'
/** Header of an offline copy: its metadata as `OfflineAudio`. */
export const OFFLINE_AUDIO_HEADER = 'x-kept-as'

export const keepTrack = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/keep-track/',
  /** As in get-track-signed-url-example. */
  input: object({ url: size(string(), 0, 300), key: size(string(), 1, 300) }),
  /** `expires_at`: milliseconds since 1970. */
  reply: type({ status, data: type({ signed_url: string(), expires_at: number() }) }),
  /** `noAccess` also for covered and bought titles: only free titles may be saved offline. */
  faults: ['noAccess'],
  summary: 'Short-lived address of a free track for an offline copy',
})
