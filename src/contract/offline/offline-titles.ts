import { array, boolean, enums, integer, number, optional, string, type, type Infer } from 'superstruct'
import { EDITIONS } from '../listening/editions.ts'

/** A title whose tracks are saved on this device, in the language in which it was saved. It lies in Cache Storage beside its sounds. */
export const OfflineTitle = type({
  id: integer(),
  name: string(),
  locale: enums(['en', 'mr']),
  /** Path of the title's page. */
  href: string(),
  edition: enums(EDITIONS),
  /** Everything that is wanted, in order. */
  tracks: array(type({ id: integer(), key: string(), name: string(), seconds: number() })),
  /** Ids of tracks that were removed when they were heard to the end. */
  heard: array(integer()),
  /** All tracks, and not only the next ones of what is being heard. */
  isWhole: boolean(),
  /** The listener stopped it; what is whole stays. */
  isStopped: boolean(),
  /** The right is over: only the chapter that plays is left. */
  isEnding: optional(boolean()),
  /** When it was wanted first, in milliseconds since 1970. */
  at: integer(),
})
export type OfflineTitle = Infer<typeof OfflineTitle>

const FOLDER = '/offline-copies'
const TITLE = `${FOLDER}/titles/`
/** Keys in the cache of tracks. */
export const titleKey = (id: number): string => `${TITLE}${id}`
export const leaseKey = (id: number): string => `${FOLDER}/leases/${id}`
/** Where the parts of a track that is arriving lie, each under the number of its first byte. */
export const partsPath = (trackId: number): string => `${FOLDER}/parts/${trackId}/`
export const isTitleKey = (path: string): boolean => path.startsWith(TITLE)

/** Tracks that are still to be fetched, in order. */
export const missingTracks = (
  { tracks, heard }: Pick<OfflineTitle, 'tracks' | 'heard'>,
  saved: ReadonlySet<number>,
): OfflineTitle['tracks'] => tracks.filter(({ id }) => !saved.has(id) && !heard.includes(id))
