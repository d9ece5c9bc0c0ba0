import { array, enums, integer, nullable, number, type, type Infer } from 'superstruct'

/** A quiet stretch, in seconds of the recording. */
export const Pause = type({ start: number(), end: number() })
export type Pause = Infer<typeof Pause>

/** What was measured of a recording. Levels are in decibels of full scale unless they say LUFS. */
export const Measurement = type({
  seconds: number(),
  /** Samples a second. */
  rate: integer(),
  channels: integer(),
  /** LUFS (EBU R 128); null: nothing can be heard. */
  loudness: nullable(number()),
  /** dBTP: the highest level, also between samples. */
  truePeak: number(),
  /** Root mean square of the whole, as ACX asks for it. */
  rms: number(),
  /** The quietest half second; null: none, or digital silence only. */
  noiseFloor: nullable(number()),
  /** Places where the sound stands at full scale. */
  clips: integer(),
  pauses: array(Pause),
  channelFault: nullable(enums(['oneSilent', 'outOfPhase'])),
  /** LUFS of each second, for a picture; silence is -70. */
  curve: array(number()),
})
export type Measurement = Infer<typeof Measurement>

/** Titles play at this loudness, LUFS. */
export const SHOP_LOUDNESS = -18

/** Why the sound of a row is missing or waits. The first are final until somebody asks for another try. */
export const SOUND_FAULTS = [
  'notDecodable',
  'noFfmpeg',
  'tooLong',
  'tooShort',
  'missing',
  'diskFull',
  'killed',
  'hanging',
  'unknown',
] as const
export type SoundFault = (typeof SOUND_FAULTS)[number]
