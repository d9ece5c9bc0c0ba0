import { create, enums, integer, number, object, optional, size, string, type, type Infer } from 'superstruct'
import { endpoint } from './endpoint.ts'
import { status } from './wire-fields.ts'

/** What is known of a kept sound beside its bytes, in the language that it was kept in. */
export const OfflineAudio = type({
  kind: enums(['sample', 'track']),
  /** Names it to the API: `map_url` of a sample, `key` of a track. */
  key: string(),
  titleId: optional(integer()),
  trackId: optional(integer()),
  /** Of the track; the title's for a sample. */
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

/** Headers are Latin letters only. */
export const encodeOfflineAudio = (sound: OfflineAudio): string => encodeURIComponent(JSON.stringify(sound))

/** Undefined when it is not ours, or of a version that is gone. */
export function decodeOfflineAudio(header: string | null): OfflineAudio | undefined {
  try {
    return create(JSON.parse(decodeURIComponent(header ?? '')), OfflineAudio)
  } catch {
    return undefined
  }
}

/** Where a sound is kept: its address without signature, which is for minutes. */
export const audioPath = (address: string): string => new URL(address, 'https://shop.invalid').pathname

/** Stores of the browser beside local storage: what the service worker and the pages keep for times without a network. */
export const offlineCaches = {
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
export const SAVED_AT_HEADER = 'x-kept-at'
/** Header of a kept sound: what it is, as `KeptSound`. */
export const OFFLINE_AUDIO_HEADER = 'x-kept-as'

/** Alone in its file: only who keeps something loads it. */
export const keepTrack = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/keep-track/',
  /** As of get-track-signed-url-example. */
  input: object({ url: size(string(), 0, 300), key: size(string(), 1, 300) }),
  /** `expires_at`: milliseconds since 1970. */
  reply: type({ status, data: type({ signed_url: string(), expires_at: number() }) }),
  /** Also for what a plan or a purchase opens: only free titles are kept. */
  faults: ['noAccess'],
  summary: 'Short-lived address of a free track that is to be kept for listening without a network',
})
