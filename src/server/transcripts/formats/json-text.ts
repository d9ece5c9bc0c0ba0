import { array, is, min, number, optional, string, type } from 'superstruct'
import { CUE_MS_MAX } from '#contract/transcripts/transcripts.ts'
import { cueText } from './cue-text.ts'
import { complete, type Parsed, type ParseFailure } from './parsed.ts'

/** The JSON of the podcast namespace; without times it is the form in which an export writes text that has none. */
const Segments = type({
  segments: array(
    type({
      startTime: optional(min(number(), 0)),
      endTime: optional(min(number(), 0)),
      speaker: optional(string()),
      body: string(),
    }),
  ),
})

export function parseJsonText(text: string): Parsed | ParseFailure {
  const value = parsed(text)
  if (!is(value, Segments)) return { fault: 'unknownFormat' }
  const cues = value.segments.map(({ startTime, endTime, speaker = '', body }) => {
    const start = startTime === undefined ? null : Math.round(startTime * 1_000)
    const name = cueText(escaped(speaker)).slice(0, 100)
    return {
      start,
      end: start === null ? null : Math.max(start, Math.round((endTime ?? startTime ?? 0) * 1_000)),
      text: cueText(escaped(body)),
      ...(name && { speaker: name }),
    }
  })
  if (cues.some(({ end }) => end !== null && end > CUE_MS_MAX)) return { fault: 'badTime' }
  return complete(cues)
}

/** The format has plain text: an ampersand or a bracket is one. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
