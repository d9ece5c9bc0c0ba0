import {
  array,
  boolean,
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

/** What the feed of a podcast said of an episode; the shop's feed repeats it, so that players do not load episodes again. */
export const Episode = object({
  guid: optional(size(string(), 1, 500)),
  /** ISO time. */
  published: optional(refine(size(string(), 1, 40), 'date', (moment) => dayOfMoment(moment) !== undefined)),
  season: optional(min(integer(), 0)),
  number: optional(min(integer(), 0)),
  type: optional(enums(['full', 'trailer', 'bonus'])),
  chapters: optional(array(object({ start: min(number(), 0), title: size(string(), 1, 300) }))),
  transcript: optional(object({ type: size(string(), 1, 100), text: size(string(), 1, 500_000) })),
})
export type Episode = Infer<typeof Episode>

/** What the feed of a podcast said of the show. */
export const FeedFacts = object({
  guid: optional(size(string(), 1, 100)),
  author: optional(size(string(), 1, 300)),
  type: optional(enums(['episodic', 'serial'])),
  explicit: optional(boolean()),
})
export type FeedFacts = Infer<typeof FeedFacts>
