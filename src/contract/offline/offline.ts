import { boolean, create, enums, integer, number, object, optional, size, string, type, type Infer } from 'superstruct'
import { EDITIONS } from '../listening/editions.ts'
import { endpoint } from '../http/endpoint.ts'
import { status } from '../fields/wire-fields.ts'

/** Description of a saved audio file, in the language in which it was saved. */
export const OfflineAudio = type({
  kind: enums(['sample', 'track']),
  /** Key in the API: `map_url` of a sample, `key` of a track. */
  key: string(),
  titleId: optional(integer()),
  trackId: optional(integer()),
  /** Name of the track; for a sample that of the title. */
  name: string(),
  title: string(),
  locale: enums(['en', 'mr']),
  /** Path of the title's page. */
  href: string(),
  cover: optional(string()),
  seconds: number(),
  bytes: integer(),
  /** Absent: as it was when there was one edition only. */
  edition: optional(enums(EDITIONS)),
  /** Plays only as long as the lease of its title; absent for samples and single free tracks. */
  isLeased: optional(boolean()),
})
export type OfflineAudio = Infer<typeof OfflineAudio>

/** Headers allow Latin letters only. */
export const encodeOfflineAudio = (sound: OfflineAudio): string => encodeURIComponent(JSON.stringify(sound))

/** Undefined when it is invalid or of an older version. */
export function decodeOfflineAudio(header: string | null): OfflineAudio | undefined {
  try {
    return create(JSON.parse(decodeURIComponent(header ?? '')), OfflineAudio)
  } catch {
    return undefined
  }
}

/** The key of saved audio: its address without the signature, which expires after minutes. */
export const audioPath = (address: string): string => new URL(address, 'https://shop.invalid').pathname

/** Several tracks may have the same bytes: those that are saved with their title have an entry each. */
export const trackKey = (address: string, trackId: number): string => `${audioPath(address)}?track=${trackId}`
/** The key of an entry, as it is deleted and played from. */
export function entryKey(address: string): string {
  const { pathname, search } = new URL(address, 'https://shop.invalid')
  return pathname + search
}

/** Cache Storage of the service worker and the pages. The names stay as they are: returning visitors have these caches. */
export const offlineCaches = {
  /** Visited pages, the home page and the offline page. */
  pages: 'keptPages',
  /** Scripts, styles, fonts and drawings. */
  assets: 'keptAssets',
  pictures: 'keptPictures',
  samples: 'keptSamples',
  /** Tracks, what the player requests of their titles, and the titles that are saved as a whole. Deleted at sign-out. */
  tracks: 'keptTracks',
} as const

/** What a page posts to the service worker, so that it saves a page and all scripts and styles. */
export const SavePageMessage = type({ keep: string() })
export type SavePageMessage = Infer<typeof SavePageMessage>
/** What the service worker answers once everything is saved, or nothing more can be. */
export const SavePageAnswer = enums(['saved', 'full', 'offline'])
export type SavePageAnswer = Infer<typeof SavePageAnswer>

/** Files of every page whose names never change. */
export const SHARED_FILES: readonly string[] = ['/icons.svg', '/favicon.svg', '/plyr.svg']

/** Header of a saved response: when it was saved, in milliseconds since 1970. */
export const SAVED_AT_HEADER = 'x-kept-at'
/** Header of saved audio: an encoded `OfflineAudio`. */
export const OFFLINE_AUDIO_HEADER = 'x-kept-as'

/** Only code that saves audio loads this file. */
export const keepTrack = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/keep-track/',
  /** As in get-track-signed-url-example. */
  input: object({ url: size(string(), 0, 300), key: size(string(), 1, 300), edition: optional(enums(EDITIONS)) }),
  /** As of get-track-signed-url-example, with the address in the body. */
  reply: type({
    status,
    data: type({
      signed_url: string(),
      expires_at: number(),
      edition: optional(enums(EDITIONS)),
      bytes: optional(type({ full: integer(), light: optional(integer()) })),
    }),
  }),
  /** The listener may not hear the whole title. */
  faults: ['noAccess'],
  summary: 'Short-lived address of a track for an offline copy',
})
