import type { Measurement } from '#contract/listening/audio.ts'
import { FINDINGS, type Finding } from '#contract/listening/audio-findings.ts'

/** A track of a title, in its order. `measurement` is absent while the recording waits. */
export type MeasuredTrack = { position: number; name: string; measurement?: Measurement | undefined }
type Track = MeasuredTrack & { measurement: Measurement }

/** A listener turns the volume for more than this, LU. */
const HEARD_DIFFERENCE = 3
const NOISY = -50
const LONG_PAUSE = 4
/** Pauses at both ends belong to the recording. */
const END_SECONDS = 0.1
const LOW_RATE = 22_050
const ODD_LENGTH = 4
const FEWEST_FOR_LENGTH = 4

/**
 * What is wrong with the sound of a title, the worst first. Measured before the shop levels it: a difference in level tells of
 * another room or microphone, which levelling does not mend.
 */
export function findingsOf(tracks: readonly MeasuredTrack[]): Finding[] {
  const measured = tracks.filter((track): track is Track => track.measurement !== undefined)
  const audible = measured.flatMap(({ measurement }) => measurement.loudness ?? [])
  const middle = median(audible)
  const length = median(measured.map(({ measurement }) => measurement.seconds))
  const findings = measured.flatMap((track) => [
    ...faultsOfTrack(track),
    ...(middle === undefined ? [] : differenceOf(track, middle)),
    ...(length === undefined || measured.length < FEWEST_FOR_LENGTH ? [] : lengthOf(track, length)),
  ])
  return [...findings, ...mixedRates(measured)].toSorted((a, b) => FINDINGS.indexOf(a.code) - FINDINGS.indexOf(b.code))
}

/** What is heard in a sample: the length of a track is not, nor its level, which the shop mends. */
const HEARD = new Set(['oneSilent', 'outOfPhase', 'clipped', 'noisy', 'lowRate'])

/** Places, from 1, of the tracks that nobody should hear first. */
export const faultyTracks = (measurements: readonly Measurement[]): Set<number> =>
  new Set(
    findingsOf(measurements.map((measurement, at) => ({ position: at + 1, name: '', measurement }))).flatMap(
      ({ code, track }) => (track !== undefined && HEARD.has(code) ? track : []),
    ),
  )

function faultsOfTrack({ position, measurement }: Track): Finding[] {
  const { loudness, channelFault, clips, noiseFloor, pauses, seconds, rate } = measurement
  if (loudness === null) return [{ code: 'silent', track: position }]
  const inner = pauses.filter(({ start, end }) => start > END_SECONDS && end < seconds - END_SECONDS)
  const longest = inner.toSorted((a, b) => b.end - b.start - (a.end - a.start))[0]
  return [
    ...(channelFault ? [{ code: channelFault, track: position }] : []),
    ...(clips > 0 ? [{ code: 'clipped' as const, track: position, value: clips }] : []),
    ...(noiseFloor !== null && noiseFloor > NOISY
      ? [{ code: 'noisy' as const, track: position, value: noiseFloor }]
      : []),
    ...(longest && longest.end - longest.start >= LONG_PAUSE
      ? [{ code: 'longPause' as const, track: position, value: tenth(longest.end - longest.start), at: longest.start }]
      : []),
    ...(rate < LOW_RATE ? [{ code: 'lowRate' as const, track: position, value: rate }] : []),
  ]
}

function differenceOf({ position, measurement: { loudness } }: Track, middle: number): Finding[] {
  const difference = loudness === null ? 0 : loudness - middle
  if (Math.abs(difference) < HEARD_DIFFERENCE) return []
  return [{ code: difference > 0 ? 'louder' : 'quieter', track: position, value: tenth(Math.abs(difference)) }]
}

function lengthOf({ position, measurement: { seconds } }: Track, length: number): Finding[] {
  if (seconds > length * ODD_LENGTH) return [{ code: 'longTrack', track: position, value: Math.round(seconds) }]
  return seconds < length / ODD_LENGTH ? [{ code: 'shortTrack', track: position, value: Math.round(seconds) }] : []
}

const mixedRates = (tracks: readonly Track[]): Finding[] =>
  new Set(tracks.map(({ measurement: { rate, channels } }) => `${rate} ${channels}`)).size > 1
    ? [{ code: 'mixedRates' }]
    : []

const tenth = (value: number) => Math.round(value * 10) / 10

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
