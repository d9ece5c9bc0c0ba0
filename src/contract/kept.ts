import { create, enums, integer, number, optional, string, type, type Infer } from 'superstruct'

/** What is known of a kept sound beside its bytes, in the language that it was kept in. */
export const KeptSound = type({
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
export type KeptSound = Infer<typeof KeptSound>

/** Headers are Latin letters only. */
export const writeKept = (sound: KeptSound): string => encodeURIComponent(JSON.stringify(sound))

/** Undefined when it is not ours, or of a version that is gone. */
export function readKept(header: string | null): KeptSound | undefined {
  try {
    return create(JSON.parse(decodeURIComponent(header ?? '')), KeptSound)
  } catch {
    return undefined
  }
}

/** Where a sound is kept: its address without signature, which is for minutes. */
export const soundPath = (address: string): string => new URL(address, 'https://shop.invalid').pathname
