import { asciiDigits } from '../text/digits.ts'
import type { Cue } from './transcripts.ts'

/** `1:02:03.450`, `2:03.450` or `0:03`: thousandths only where there are some. ASCII digits. */
export function cueTime(milliseconds: number): string {
  const [rest, all] = [milliseconds % 1_000, Math.floor(milliseconds / 1_000)]
  const [hours, minutes] = [Math.floor(all / 3_600), Math.floor(all / 60) % 60]
  const seconds = String(all % 60).padStart(2, '0')
  const clock = hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`
  return rest > 0 ? `${clock}.${String(rest).padStart(3, '0')}` : clock
}

const TIME = /^(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,6})(?:[.,](\d{1,3}))?$/

/** Milliseconds of a typed time, in digits of either script, with a point or comma; undefined: it is none. */
export function parseCueTime(typed: string): number | undefined {
  const found = TIME.exec(asciiDigits(typed.trim()))
  if (!found) return undefined
  const [, hours = '0', minutes = '0', seconds = '0', rest = ''] = found
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return whole * 1_000 + Number(rest.padEnd(3, '0'))
}

/** Signed seconds of a shift, as `-0.5` or `+२`, in milliseconds; undefined: it is none, or nothing. */
export function parseShift(typed: string): number | undefined {
  const [, sign = '', time = ''] = /^([-−+]?)\s*([^-−+]*)$/.exec(typed.trim()) ?? []
  const milliseconds = parseCueTime(time)
  if (!milliseconds) return undefined
  return sign === '-' || sign === '−' ? -milliseconds : milliseconds
}

/** Cuts a line at a letter; its time is shared by the letters. Undefined: one half would be empty. */
export function splitCue(cue: Cue, at: number): [Cue, Cue] | undefined {
  const [first, second] = [cue.text.slice(0, at).trim(), cue.text.slice(at).trim()]
  if (!first || !second) return undefined
  const { start, end } = cue
  if (start === null || end === null)
    return [
      { ...cue, text: first },
      { ...cue, text: second },
    ]
  const middle = start + Math.round(((end - start) * first.length) / (first.length + second.length))
  return [
    { ...cue, end: middle, text: first },
    { ...cue, start: middle, text: second },
  ]
}

/** Two lines as one; the speaker is that of the first. */
export const joinCues = (first: Cue, second: Cue): Cue => ({
  ...first,
  end: first.end === null || second.end === null ? null : Math.max(first.end, second.end),
  text: `${first.text} ${second.text}`,
})
