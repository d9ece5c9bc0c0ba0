import {
  array,
  boolean,
  coerce,
  enums,
  min,
  number,
  integer,
  object,
  optional,
  refine,
  size,
  string,
  type Infer,
} from 'superstruct'
import { plainLine, xmlText } from '../text/plain-text.ts'
import { dayOfMoment } from '../time/day.ts'

/** Of chapters in JSON. */
export const CHAPTERS_TYPE = 'application/json+chapters'

/** Formats of transcripts that a feed may name, with the endings of their files. Not HTML: it would run on the origin of the shop. */
export const TRANSCRIPT_TYPES = {
  'text/vtt': 'vtt',
  'application/x-subrip': 'srt',
  'application/srt': 'srt',
  'application/json': 'json',
  'text/plain': 'txt',
} as const

/** A feed with a control character is no XML, and apps drop its show. */
const line = (most: number) => coerce(size(string(), 1, most), string(), plainLine)

/** What the feed of a podcast said of an episode; the shop's feed repeats it, so that players do not load episodes again. */
export const Episode = object({
  guid: optional(coerce(size(string(), 1, 500), string(), xmlText)),
  /** ISO time. */
  published: optional(refine(size(string(), 1, 40), 'date', (moment) => dayOfMoment(moment) !== undefined)),
  season: optional(min(integer(), 0)),
  number: optional(min(integer(), 0)),
  type: optional(enums(['full', 'trailer', 'bonus'])),
  chapters: optional(array(object({ start: min(number(), 0), title: line(300) }))),
  transcript: optional(object({ type: line(100), text: coerce(size(string(), 1, 500_000), string(), xmlText) })),
})
export type Episode = Infer<typeof Episode>

/** What the feed of a podcast said of the show. */
export const FeedFacts = object({
  guid: optional(coerce(size(string(), 1, 100), string(), xmlText)),
  author: optional(line(300)),
  type: optional(enums(['episodic', 'serial'])),
  explicit: optional(boolean()),
})
export type FeedFacts = Infer<typeof FeedFacts>
