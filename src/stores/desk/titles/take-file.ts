import { devanagariDigits } from '#contract/text/digits.ts'
import type { TrackEdit } from '#contract/desk/titles/title-edit.ts'
import type { Translations } from '#contract/text/text.ts'
import { $edit, changeTitle, changeTracks } from './editor.ts'
import type { StoredFile } from './uploads.ts'

const SAMPLE_NAME = /^(?:sample|preview|नमुना)/i
/** By the path of its sound: where a new track belongs among the new ones. */
const places = new Map<string, number>()

/** Puts a file where it belongs: a picture is the cover, sound is a track, and `sample.mp3` the sample. */
export function takeFile(stored: StoredFile, name: string): void {
  const edit = $edit.get()
  if (!edit) return
  if (stored.kind === 'picture') return changeTitle({ cover: stored.path })
  if (SAMPLE_NAME.test(name)) return changeTitle({ samples: [stored.path] })
  // The same file again would be a second track with the same sound.
  if (edit.tracks.some(({ audio }) => audio === stored.path)) return
  places.set(stored.path, placeOf(stored, name))
  changeTracks((tracks) => inserted(tracks, stored))
  if (stored.cover && !$edit.get()?.cover) changeTitle({ cover: stored.cover })
}

/** Files with numbers in their names come in their order; others go by the numbers in their tags. */
function placeOf({ disc, track }: StoredFile, name: string): number {
  return /[\d०-९]/.test(name) || track === null ? Infinity : (disc ?? 0) * 10_000 + track
}

function inserted(tracks: TrackEdit[], { path, seconds, translations }: StoredFile): TrackEdit[] {
  const own = places.get(path) ?? Infinity
  const later = tracks.findIndex(({ audio }) => audio !== null && (places.get(audio) ?? -1) > own)
  const at = later < 0 ? tracks.length : later
  const track = {
    translations: numbered(translations, at + 1),
    audio: path,
    seconds: Math.round(seconds),
    isFree: false,
  }
  return [...tracks.slice(0, at), track, ...tracks.slice(at)]
}

/** A file without a name is called chapter 1; the editor knows which chapter it is. */
function numbered({ en, mr }: Translations, place: number): Translations {
  const isNameless = en?.name === 'Chapter 1' && mr?.name === 'प्रकरण १'
  if (isNameless) return { en: { name: `Chapter ${place}` }, mr: { name: `प्रकरण ${devanagariDigits(String(place))}` } }
  return { ...(en && { en }), ...(mr && { mr }) }
}

/** By the path of the sound that replaced another: the first one, so that a second press before it came finds the track. */
const origins = new Map<string, string>()
const originOf = (audio: string | null): string | null => origins.get(audio ?? '') ?? audio

/**
 * Another file for a track, which may have moved since the press: its key and the places of listeners stay. Returns its place, or -1
 * when it is gone.
 */
export function replaceSound({ key, audio: before }: TrackEdit, { path, seconds }: StoredFile): number {
  const tracks = $edit.get()?.tracks ?? []
  let at = tracks.findIndex((track) => (key ? track.key === key : track.audio === before))
  if (at < 0 && !key) at = tracks.findIndex(({ audio }) => originOf(audio) === originOf(before))
  if (at < 0) return at
  if (before && path !== before) origins.set(path, originOf(before) ?? before)
  changeTrack(at, { audio: path, seconds: Math.round(seconds) })
  return at
}

export function moveTrack(from: number, to: number): void {
  changeTracks((tracks) => {
    const rest = tracks.filter((_, index) => index !== from)
    const moved = tracks[from]
    return moved ? [...rest.slice(0, to), moved, ...rest.slice(to)] : tracks
  })
}

export function changeTrack(at: number, change: Partial<TrackEdit>): void {
  changeTracks((tracks) => tracks.map((track, index) => (index === at ? { ...track, ...change } : track)))
}

export function removeTrack(at: number): void {
  changeTracks((tracks) => tracks.filter((_, index) => index !== at))
}
