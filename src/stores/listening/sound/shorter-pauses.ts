import { audioElement, audioTime, seekAudio } from '#client/audio/audio-element.ts'
import { call } from '#client/browser-call.ts'
import type { Pause } from '#contract/listening/audio.ts'
import { decodePauses, LEFT_AFTER_WORDS, skipFrom, trackPauses } from '#contract/listening/pauses.ts'
import { $savedSeconds } from '../player-memory.ts'
import { $speed } from '../player/speeds.ts'
import { $player, $playerTime, $playing, trackOf } from '../player/state.ts'
import { $shortensPauses } from './choices.ts'
import { createSeekCost } from './seek-cost.ts'

/**
 * Leaves out the inner part of pauses [SO-6] by seeks of the plain audio element: phones suspend Web Audio when they are locked, and
 * a higher speed would run into the words wherever the sound is heard later than it is decoded, as with Bluetooth.
 */

const MAX_TITLES = 100

const maps = new Map<number, readonly Pause[]>()
let timer: ReturnType<typeof setTimeout> | undefined
const seekCost = createSeekCost()
/** The seek that is under way: what it gains is known once the sound goes on. */
let skipping: { titleId: number; from: number; to: number; speed: number; at: number } | undefined

const currentTrack = () => {
  const now = $playing.get()
  return now && trackOf(now)
}

async function loadMap(): Promise<void> {
  const track = currentTrack()
  if (!track || maps.has(track.id)) return
  maps.set(track.id, [])
  const result = await call(trackPauses, { id: track.id })
  if (!result.ok) return void maps.delete(track.id)
  maps.set(track.id, decodePauses(result.value.pauses))
  advance()
}

/** Called whenever the sound, its speed or the choice changes: leaves out a pause, or waits for the next one. */
function advance(): void {
  clearTimeout(timer)
  const now = $player.get()
  if (!$shortensPauses.get() || now.state !== 'playing') return void (skipping = undefined)
  if (skipping && !finishSkip(skipping)) return
  const pauses = maps.get(trackOf(now)?.id ?? 0) ?? []
  const { seconds } = audioTime()
  const speed = $speed.get()
  const target = skipFrom(pauses, seconds)
  if (target !== undefined && isWorthIt(seconds, target, speed)) {
    skipping = { titleId: now.title.id, from: seconds, to: target, speed, at: performance.now() }
    return seekAudio(target, true)
  }
  const next = pauses.find(({ start }) => start + LEFT_AFTER_WORDS > seconds)
  if (next) timer = setTimeout(advance, ((next.start + LEFT_AFTER_WORDS - seconds) / speed) * 1000)
}

/** What is not loaded yet would have to be waited for. */
function isWorthIt(from: number, to: number, speed: number): boolean {
  const { buffered } = audioElement()
  const isLoaded = Array.from(
    { length: buffered.length },
    (_, index) => buffered.start(index) <= from && buffered.end(index) > to,
  ).includes(true)
  return isLoaded && seekCost.isWorth((to - from) / speed, to)
}

/** True once the sound goes on behind the pause, or elsewhere. */
function finishSkip({ titleId, from, to, speed, at }: NonNullable<typeof skipping>): boolean {
  const { seconds } = audioTime()
  if (audioElement().seeking || seconds === to) return false
  skipping = undefined
  const tookSeconds = (performance.now() - at) / 1000
  const saved = (seconds - from) / speed - tookSeconds
  const gained = (to - from) / speed
  // The listener has gone somewhere else meanwhile, or has changed the speed.
  if (seconds < to || seconds > to + 2 || speed !== $speed.get()) return true
  seekCost.add(gained - saved)
  addSaved(titleId, Math.max(0, Math.min(saved, gained)))
  return true
}

function addSaved(titleId: number, seconds: number): void {
  const { [titleId]: before = 0, ...rest } = $savedSeconds.get()
  $savedSeconds.set(Object.fromEntries([...Object.entries(rest).slice(-MAX_TITLES), [titleId, before + seconds]]))
}

$shortensPauses.subscribe((isOn) => {
  if (isOn) void loadMap()
  advance()
})
$player.listen(() => {
  if ($shortensPauses.get()) void loadMap()
  advance()
})
$playerTime.listen(advance)
$speed.listen(advance)
