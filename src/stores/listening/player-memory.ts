import { array, defaulted, enums, integer, number, optional, record, string, type, type Infer } from 'superstruct'
import { storageKeys } from '#contract/storage.ts'
import { clearHome } from '../library/drawn-home.ts'
import { persistentJson } from '../persistent-json.ts'
import { persistentValue } from '../persistent.ts'

/** Stands for a player that the listener closed: it stays closed. */
export const CLOSED = 0
/** The title that the player opened last; undefined in a browser in which nobody heard anything yet. */
export const $lastTitleId = persistentValue<number | undefined>(storageKeys.productId, undefined, {
  decode: (text) => (/^\d+$/.test(text) ? Number(text) : undefined),
  encode: String,
})

/** Where this browser stopped in a title. `who`: the listener, because a browser may have several. */
const SavedPosition = type({
  ...{ who: string(), title: integer(), track: integer(), seconds: number() },
  /** When it was last saved. */
  at: integer(),
  /** When the sound came to it: decides which device is newer. A player that only stands ready saves it again. Absent in what an older release saved. */
  since: optional(integer()),
  /** When the server took it: what it knew later is as new, whatever the clock of this device says. */
  reportedAt: optional(integer()),
  /** The play that goes on here, or did when the tab was killed. */
  play: optional(string()),
})
export type SavedPosition = Infer<typeof SavedPosition>
const NO_POSITIONS: SavedPosition[] = []
export const $savedPositions = persistentJson(storageKeys.playerPlaces, NO_POSITIONS, array(SavedPosition))

const NumberByTitle = record(string(), number())
/** Playback speed by title. */
const NO_NUMBERS: Record<string, number> = {}
export const $speeds = persistentJson(storageKeys.playerSpeeds, NO_NUMBERS, NumberByTitle)
/** Seconds that shorter pauses have saved, by title. */
export const $savedSeconds = persistentJson(storageKeys.playerSaved, NO_NUMBERS, NumberByTitle)

const ProgressReport = type({
  id: string(),
  /** The listener: another listener of this browser must not send it as theirs. */
  who: string(),
  /** One play of one track; its map comes with the answer to `initiate`. */
  play: string(),
  at: integer(),
  request: enums(['initiate', 'pause', 'end', 'drag']),
  product: integer(),
  track: integer(),
  pause: optional(number()),
  start: optional(number()),
})
const PlayMap = type({ map_key: string(), map_id: integer() })
const ReportQueue = type({
  reports: defaulted(array(ProgressReport), []),
  maps: defaulted(record(string(), PlayMap), {}),
})
export type ProgressReport = Infer<typeof ProgressReport>
const NO_REPORTS: Infer<typeof ReportQueue> = { reports: [], maps: {} }
export const $reportQueue = persistentJson(storageKeys.playerReports, NO_REPORTS, ReportQueue)

/** The server took a report: it knows where this browser stopped, if that is still the place. */
export const noteReported = ({ who, product, track, pause = 0, start = pause }: ProgressReport): void =>
  $savedPositions.set(
    $savedPositions
      .get()
      .map((one) =>
        one.who === who && one.title === product && one.track === track && Math.floor(one.seconds) === Math.floor(start)
          ? { ...one, reportedAt: Date.now(), play: undefined }
          : one,
      ),
  )

/** Reports of an earlier visit that never reached the server. */
export const hasUnsentReports = (): boolean => $reportQueue.get().reports.length > 0

/** What stands under no name, for another listener of this browser. */
export function clearNamelessMemory(): void {
  $lastTitleId.set(undefined)
  $speeds.set(NO_NUMBERS)
  $savedSeconds.set(NO_NUMBERS)
  clearHome()
}

/** Everything that tells what somebody heard in this browser. */
export function clearPlayerMemory(): void {
  clearNamelessMemory()
  $savedPositions.set(NO_POSITIONS)
  $reportQueue.set(NO_REPORTS)
}
