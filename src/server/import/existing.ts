import type { Db } from '../db/connect.ts'
import type { PreparedSample, PreparedTrack } from './titles.ts'

/** What the shop has of a title already. */
export type Existing = { cover_id: number | null; tracks: PreparedTrack[]; samples: PreparedSample[] }
export type Sound = { tracks: PreparedTrack[]; samples: PreparedSample[]; cover: number | null }
export const NOTHING: Existing = { cover_id: null, tracks: [], samples: [] }

type Note = (reason: string, tracks: number) => void

export async function existingOf(db: Db, keys: string[]): Promise<Map<string, Existing>> {
  const listOf = (table: string, columns: string) =>
    `(select coalesce(jsonb_agg(to_jsonb(t) order by t.position), '[]') from (select ${columns} from ${table} where product_id = p.id) t) as ${table}`
  const rows = await db.query<Existing & { key: string }>(
    `select p.key, p.cover_id, ${listOf('tracks', 'key, position, name, translations, seconds, is_free, audio_id')},
       ${listOf('samples', 'position, map_url, audio_id, seconds, waveform')} from products p where p.key = any($1)`,
    [keys],
  )
  return new Map(rows.map(({ key, ...held }) => [key, held]))
}

/**
 * What becomes of sound and cover that the shop has and an import does not bring. `goes`: its rows say all there is.
 * `stays`: it looked into a folder, and one renamed or not mounted must not take from buyers what they bought and from
 * listeners their places. `goesInPart`: the folder is said to be whole; without any sound it is not believed.
 */
export type Missing = 'goes' | 'stays' | 'goesInPart'

export function withExisting(found: Sound, held: Existing, unfound: Missing, note: Note): Sound {
  if (unfound === 'goes') return found
  if (held.tracks.length > 0 && !found.tracks.some(({ audio_id }) => audio_id)) note('soundKept', held.tracks.length)
  if (found.tracks.length === 0) return { tracks: held.tracks, ...besides(found, held) }
  const tracks = renamed(found.tracks, held.tracks).map((track) => withSound(track, held.tracks))
  const lost = held.tracks.filter(({ key }) => !tracks.some((track) => track.key === key))
  if (lost.length > 0) note(unfound === 'goesInPart' ? 'tracksGone' : 'tracksKept', lost.length)
  if (unfound === 'goesInPart') return { ...found, tracks }
  return { tracks: lost.length > 0 ? among(tracks, lost, held.tracks) : tracks, ...besides(found, held) }
}

function besides({ samples, cover }: Sound, held: Existing): Pick<Sound, 'samples' | 'cover'> {
  return { samples: samples.length > 0 ? samples : held.samples, cover: cover ?? held.cover_id }
}

/** Lost tracks keep their places, new ones follow those that they came after. */
function among(tracks: PreparedTrack[], lost: PreparedTrack[], held: PreparedTrack[]): PreparedTrack[] {
  const places = new Map(held.map(({ key, position }) => [key, position]))
  let last = tracks.some(({ key }) => places.has(key)) ? -1 : Infinity
  const placed = tracks.map((track) => ({ track, place: (last = places.get(track.key) ?? last) }))
  const all = [...placed, ...lost.map((track) => ({ track, place: track.position }))].toSorted((a, b) =>
    a.place < b.place ? -1 : Number(a.place > b.place),
  )
  return all.map(({ track }, position) => ({ ...track, position }))
}

/** A file under a new name is the track it was: listeners keep their places in it. */
function renamed(found: PreparedTrack[], held: PreparedTrack[]): PreparedTrack[] {
  const keys = new Set(found.map(({ key }) => key))
  const lost = held.filter(({ key, audio_id }) => audio_id !== null && !keys.has(key))
  return found.map((track) => {
    if (held.some(({ key }) => key === track.key)) return track
    const at = lost.findIndex(({ audio_id }) => audio_id === track.audio_id)
    const [old] = at < 0 ? [] : lost.splice(at, 1)
    return old ? { ...track, key: old.key } : track
  })
}

/** A track of a list whose file was not found. */
function withSound(track: PreparedTrack, held: PreparedTrack[]): PreparedTrack {
  const old = track.audio_id === null ? held.find(({ key }) => key === track.key) : undefined
  return old?.audio_id ? { ...track, audio_id: old.audio_id, seconds: old.seconds } : track
}
