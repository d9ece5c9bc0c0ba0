import { escapeText } from '#contract/text/escape-html.ts'
import type { Cue } from '#contract/transcripts/transcripts.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** `01:02:03.004`; hours are written always, because old players need them. */
function timeOf(milliseconds: number, mark: '.' | ','): string {
  const seconds = Math.floor(milliseconds / 1_000)
  const part = String(milliseconds % 1_000).padStart(3, '0')
  return `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${mark}${part}`
}

const times = ({ start, end }: Cue, mark: '.' | ',') => `${timeOf(start ?? 0, mark)} --> ${timeOf(end ?? 0, mark)}`

/** Of cues with times: what `parseTimedText` reads again without a loss. */
export function vttOf(cues: readonly Cue[]): string {
  const blocks = cues.map((cue) => {
    const voice = cue.speaker ? `<v ${escapeText(cue.speaker)}>` : ''
    return `${times(cue, '.')}\n${voice}${escapeText(cue.text)}\n`
  })
  return ['WEBVTT\n', ...blocks].join('\n')
}

/** SubRip knows no speakers and no escapes. */
export function srtOf(cues: readonly Cue[]): string {
  return cues.map((cue, index) => `${index + 1}\n${times(cue, ',')}\n${spoken(cue)}\n`).join('\n')
}

const spoken = ({ speaker, text }: Cue) => (speaker ? `${speaker}: ${text}` : text)

export const plainTextOf = (cues: readonly Cue[]): string => `${cues.map(spoken).join('\n')}\n`

/** JSON of the podcast namespace. */
export function cuesJson(cues: readonly Cue[]): string {
  const segments = cues.map(({ start, end, text, speaker }) => ({
    ...(speaker && { speaker }),
    ...(start !== null && { startTime: start / 1_000 }),
    ...(end !== null && { endTime: end / 1_000 }),
    body: text,
  }))
  return JSON.stringify({ version: '1.0.0', segments })
}
