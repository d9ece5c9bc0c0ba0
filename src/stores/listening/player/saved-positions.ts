import { disagree, resumeAt } from '#contract/listening/listening.ts'
import { $reportQueue, $savedPositions, type SavedPosition } from '../player-memory.ts'
import type { ServerPosition } from '../title-access.ts'
import type { Title } from './title.ts'
import { listenerName, report } from './progress-reports.ts'

export type Position = { trackId: number; seconds: number }

const MAX_TITLES = 60

/** Seconds by listener and track: as the server knew them when the title was opened, and as this tab heard them since. */
const [known, heard] = [new Map<string, number>(), new Map<string, number>()]
const keyOf = (track: number) => `${listenerName()}/${track}`

export function knowPlaces(places: readonly { track_id: number; seconds: number }[]): void {
  for (const { track_id: track, seconds } of places) known.set(keyOf(track), seconds)
}

/** Where a track was left; 0 when it was never heard, or to its end. */
export const placeIn = (
  { id, track_length: length }: Title['tracks'][number],
  left = heard.get(keyOf(id)) ?? known.get(keyOf(id)) ?? 0,
): number => resumeAt(left, length)

/**
 * Called every few seconds, so that a killed tab loses no more [PL-6]. The title that played last comes first. `came`: when the
 * sound came to the place, which counts as long as the place stays the same.
 */
export function savePosition(title: number, track: number, seconds: number, play?: string, came = Date.now()): void {
  const who = listenerName()
  if (!who) return
  heard.set(keyOf(track), seconds)
  const before = savedPositionIn(title)
  const rest = $savedPositions.get().filter((one) => one !== before)
  const rounded = Math.round(seconds * 10) / 10
  const at = Date.now()
  const isSame = before?.track === track && before.seconds === rounded
  const since = isSame ? stopTimeOf(before) : came
  const reportedAt = isSame ? before.reportedAt : undefined
  const saved = { who, title, track, seconds: rounded, at, since, reportedAt, play }
  $savedPositions.set([saved, ...rest].slice(0, MAX_TITLES))
}

/** Plays that a killed tab did not end: how far they were heard is reported as of then. One that goes on in another tab is none the worse. */
export function reportLeftPlays(): void {
  const who = listenerName()
  for (const { play, title: product, track, seconds: pause, at, ...one } of $savedPositions.get())
    if (play && one.who === who) report({ play, product, track, request: 'pause', pause, at })
}

/** The moment from which a pause is counted. */
export const stopTimeOf = ({ at, since = at }: SavedPosition): number => since

export function savedPositionIn(title: number): SavedPosition | undefined {
  const who = listenerName()
  return $savedPositions.get().find((one) => one.who === who && one.title === title)
}

/** The title to offer when the listener comes back. */
export function lastPlayedTitle(): number | undefined {
  const who = listenerName()
  return $savedPositions.get().find((one) => one.who === who)?.title
}

/** The clock was set back since, and no report of it waits: the server knew it by then, or the title never sounded here. */
const isAgeless = (here: SavedPosition): boolean =>
  stopTimeOf(here) > Date.now() &&
  !$reportQueue.get().reports.some(({ who, product }) => who === here.who && product === here.title)

/**
 * Where a title resumes: the newer of the position saved here and the one that the server knows; a position that was reported
 * before the server was asked is part of what it knows. When they are far apart, the listener is asked about the other one [PL-9].
 */
export function resumePositionOf(
  title: number,
  server: ServerPosition | null,
): { start: (Position & { at: number }) | undefined; other: Position | undefined } {
  const here = savedPositionIn(title)
  const there = server
    ? { trackId: server.track_id, seconds: server.seconds, at: Date.parse(server.played_at) }
    : undefined
  const mine = here ? { trackId: here.track, seconds: here.seconds, at: stopTimeOf(here) } : undefined
  if (!there || !mine || !here || !server) return { start: mine ?? there, other: undefined }
  const isKnown = here.reportedAt !== undefined && here.reportedAt <= server.asked_at
  const isNewer = isKnown || isAgeless(here) || Date.parse(server.played_at) > stopTimeOf(here)
  const [start, old] = isNewer ? [there, mine] : [mine, there]
  return { start, other: isNewer && disagree(start, old) ? old : undefined }
}
