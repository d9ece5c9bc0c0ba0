import type { StoredTitle } from '../stored/titles.ts'
import type { PreparedSample, PreparedTrack } from './prepare.ts'

/** Sound and cover that the shop has of a title before the import; a drawn cover is none. */
export type Existing = { cover_id: number | null; tracks: PreparedTrack[]; samples: PreparedSample[] }
type TitleSound = { tracks: PreparedTrack[]; samples: PreparedSample[]; cover: number | null }
const NOTHING: Existing = { cover_id: null, tracks: [], samples: [] }

type Note = (reason: string, tracks: number) => void

/** The parts of a title of the shop in the form that the import writes. */
export function existingOf(stored: StoredTitle | undefined): Existing {
  if (!stored) return NOTHING
  return {
    cover_id: stored.cover_id,
    tracks: stored.tracks.map(({ path: _path, ...track }) => track),
    samples: stored.samples.map(({ path: _path, ...sample }) => sample),
  }
}

/**
 * What happens to sound and cover of the shop that an import does not contain. `remove`: the rows are complete. `keep`:
 * a folder that was renamed or not mounted must not take bought tracks from buyers and saved positions from listeners.
 * `removeIfSomeFound`: the folder is declared complete, but a folder without any sound removes nothing.
 */
export type MissingPolicy = 'remove' | 'keep' | 'removeIfSomeFound'

export function withExisting(imported: TitleSound, existing: Existing, missing: MissingPolicy, note: Note): TitleSound {
  if (missing === 'remove') return imported
  if (existing.tracks.length > 0 && !imported.tracks.some(({ audio_id }) => audio_id))
    note('soundKept', existing.tracks.length)
  if (imported.tracks.length === 0) return { tracks: existing.tracks, ...samplesAndCover(imported, existing) }
  const tracks = matchRenamed(imported.tracks, existing.tracks).map((track) => withSound(track, existing.tracks))
  const lostTracks = existing.tracks.filter(({ key }) => !tracks.some((track) => track.key === key))
  if (lostTracks.length > 0) note(missing === 'removeIfSomeFound' ? 'tracksGone' : 'tracksKept', lostTracks.length)
  if (missing === 'removeIfSomeFound') return { ...imported, tracks }
  return {
    tracks: lostTracks.length > 0 ? mergeLost(tracks, lostTracks, existing.tracks) : tracks,
    ...samplesAndCover(imported, existing),
  }
}

function samplesAndCover({ samples, cover }: TitleSound, existing: Existing): Pick<TitleSound, 'samples' | 'cover'> {
  return { samples: samples.length > 0 ? samples : existing.samples, cover: cover ?? existing.cover_id }
}

/** Lost tracks keep their positions; a new track follows the track that precedes it in the import. */
function mergeLost(tracks: PreparedTrack[], lostTracks: PreparedTrack[], existing: PreparedTrack[]): PreparedTrack[] {
  const positions = new Map(existing.map(({ key, position }) => [key, position]))
  let last = tracks.some(({ key }) => positions.has(key)) ? -1 : Infinity
  const placedTracks = tracks.map((track) => ({ track, sortKey: (last = positions.get(track.key) ?? last) }))
  const all = [...placedTracks, ...lostTracks.map((track) => ({ track, sortKey: track.position }))].toSorted((a, b) =>
    a.sortKey < b.sortKey ? -1 : Number(a.sortKey > b.sortKey),
  )
  return all.map(({ track }, position) => ({ ...track, position }))
}

/** A renamed file keeps the key of its track, so that listeners keep their saved positions. */
function matchRenamed(imported: PreparedTrack[], existing: PreparedTrack[]): PreparedTrack[] {
  const keys = new Set(imported.map(({ key }) => key))
  const lostTracks = existing.filter(({ key, audio_id }) => audio_id !== null && !keys.has(key))
  return imported.map((track) => {
    if (existing.some(({ key }) => key === track.key)) return track
    const at = lostTracks.findIndex(({ audio_id }) => audio_id === track.audio_id)
    const [old] = at < 0 ? [] : lostTracks.splice(at, 1)
    return old ? { ...track, key: old.key } : track
  })
}

/** Keeps the existing sound of a listed track whose file was not found. */
function withSound(track: PreparedTrack, existing: PreparedTrack[]): PreparedTrack {
  const old = track.audio_id === null ? existing.find(({ key }) => key === track.key) : undefined
  return old?.audio_id ? { ...track, audio_id: old.audio_id, seconds: old.seconds } : track
}
