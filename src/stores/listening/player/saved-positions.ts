import { array, create, integer, number, string, type, type Infer } from 'superstruct'
import { keep, kept } from '#client/storage.ts'
import type { ListenedPlace } from '#contract/library.ts'
import { disagree } from '#contract/listening.ts'
import { storageKeys } from '#contract/storage.ts'
import { listenerName } from './progress-reports.ts'

/** Where this browser stopped in a title, written every few seconds: a killed tab loses no more (PL-6). */
const Kept = type({ who: string(), title: integer(), track: integer(), seconds: number(), at: integer() })
type Kept = Infer<typeof Kept>
export type Start = { trackId: number; seconds: number }

const MOST = 60

function read(): Kept[] {
  try {
    return create(JSON.parse(kept(storageKeys.playerPlaces) ?? '[]'), array(Kept))
  } catch {
    return []
  }
}

/** The title that was heard last comes first. */
export function notePlace(title: number, track: number, seconds: number): void {
  const who = listenerName()
  const rest = read().filter((one) => one.who !== who || one.title !== title)
  keep(
    storageKeys.playerPlaces,
    JSON.stringify(
      [{ who, title, track, seconds: Math.round(seconds * 10) / 10, at: Date.now() }, ...rest].slice(0, MOST),
    ),
  )
}

export function placeIn(title: number): Kept | undefined {
  const who = listenerName()
  return read().find((one) => one.who === who && one.title === title)
}

/** What a page should go on with. */
export function lastTitle(): number | undefined {
  const who = listenerName()
  return read().find((one) => one.who === who)?.title
}

/**
 * Where a title goes on: the newer of what this browser and what the server knows. When they are far apart the other one is
 * asked about (PL-9).
 */
export function startOf(
  title: number,
  server: ListenedPlace | null,
): { start: Start | undefined; other: Start | undefined } {
  const here = placeIn(title)
  const there = server ? { trackId: server.track_id, seconds: server.seconds } : undefined
  const mine = here ? { trackId: here.track, seconds: here.seconds } : undefined
  if (!there || !mine || !here || !server) return { start: mine ?? there, other: undefined }
  const isNewer = Date.parse(server.played_at) > here.at
  const [start, old] = isNewer ? [there, mine] : [mine, there]
  return { start, other: isNewer && disagree(start, old) ? old : undefined }
}
