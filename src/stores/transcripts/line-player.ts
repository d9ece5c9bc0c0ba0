import { atom, computed } from 'nanostores'
import { array, integer, record, string } from 'superstruct'
import { audioTime, setAudioSpeed } from '#client/audio/audio-element.ts'
import type { Line } from '#contract/transcripts/read-along.ts'
import { storageKeys } from '#contract/storage.ts'
import { $signOuts } from '../accounts/session.ts'
import { pausePlayer, playFrom, seekTo } from '../listening/player/player.ts'
import { listenerName } from '../listening/player/progress-reports.ts'
import { $speed } from '../listening/player/speeds.ts'
import { $player, $playing, isOn, trackOf } from '../listening/player/state.ts'
import { persistentJson } from '../persistent-json.ts'

const SLOW = 0.7
const CHECK_MS = 30
/** What is further away from the line was chosen by the listener. */
const AWAY_MS = 1_000
/** Before the end of the track, at which the next one would begin. */
const END_MS = 150

/** The number of the line that plays alone. */
export const $lineOn = atom<number | undefined>(undefined)
/** Lessons whose lines are remembered. */
const MOST_LESSONS = 50
type HeardLines = Record<string, number[]>
const NONE: HeardLines = {}
/** Numbers of the lines that were heard to their end, by listener and track, the last lesson last. */
const $heardLines = persistentJson<HeardLines>(storageKeys.linesHeard, NONE, record(string(), array(integer())))
$signOuts.listen(() => $heardLines.set(NONE))
const $practised = atom('')
/** Numbers of the lines of the practised track that this listener heard to their end. */
export const $linesHeard = computed(
  [$heardLines, $practised],
  (heard, lesson): ReadonlySet<number> => new Set(heard[lesson]),
)

function addHeard(line: number): void {
  const lesson = $practised.get()
  const { [lesson]: before = [], ...others } = $heardLines.get()
  const lessons = { ...others, [lesson]: [...new Set([...before, line])] }
  $heardLines.set(Object.fromEntries(Object.entries(lessons).slice(-MOST_LESSONS)))
}

/** One line at a time is heard from now on: the recording would run past the line before the learner. */
export function beginPractice(): void {
  pausePlayer()
  $practised.set(`${listenerName()} ${trackIdNow()}`)
}

let watching: ReturnType<typeof setInterval> | undefined
let answer: ((isHeard: boolean) => void) | undefined

/** What the listener has chosen to hear next is another matter: the sound itself is left as it is. */
function leaveLine(isHeard: boolean): void {
  clearInterval(watching)
  setAudioSpeed('title', $speed.get())
  $lineOn.set(undefined)
  answer?.(isHeard)
  answer = undefined
}

/** Pauses the line that plays, or that will as soon as its sound is there. */
export function stopLine(): void {
  if ($lineOn.get() === undefined) return
  pausePlayer()
  leaveLine(false)
}

type Way = { isSlow?: boolean; isRepeated: () => boolean }

/** Plays one line and pauses, or begins it again as long as it is repeated [LN-5]. Whether it was heard to its end. */
export async function playLine(line: Line, { isSlow = false, isRepeated }: Way): Promise<boolean> {
  stopLine()
  const track = trackIdNow()
  const [start, length] = [line.start ?? 0, audioTime().length * 1000]
  const end = Math.min(line.end ?? 0, (length || Infinity) - END_MS)
  if (track === undefined || end <= start) return false
  const heard = new Promise<boolean>((resolve) => (answer = resolve))
  const mine = answer
  $lineOn.set(line.number)
  setAudioSpeed('title', $speed.get() * (isSlow ? SLOW : 1))
  await playFrom(start / 1000)
  // Another line was pressed, or this one was stopped, before the sound had begun.
  if (answer !== mine) return heard
  watching = setInterval(() => {
    const now = audioTime().seconds * 1000
    const isElsewhere = now < start - AWAY_MS || now > end + AWAY_MS
    if (trackIdNow() !== track || !isOn($player.get()) || isElsewhere) return leaveLine(false)
    if (now < end) return
    addHeard(line.number)
    if (isRepeated()) return seekTo(start / 1000)
    pausePlayer()
    leaveLine(true)
  }, CHECK_MS)
  return heard
}

function trackIdNow(): number | undefined {
  const now = $playing.get()
  return now && trackOf(now)?.id
}
