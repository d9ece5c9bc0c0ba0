import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Measurement } from '#contract/audio.ts'
import { GAIN_STEP, withGain } from '../runtime/mp3/gain.ts'
import { scanMp3 } from '../runtime/mp3/scan.ts'
import { encodeMp3, type Encoding } from './ffmpeg.ts'
import { measureMp3File } from './measure-mp3.ts'

/** Titles play at this loudness, LUFS. */
export const TARGET = -18
/** No peak rises above this, dBTP. */
const CEILING = -1
/** A title may be off the target by this much, LU. */
const TOLERANCE = 1
/** What a full edition has at most. */
const FULL_KILOBITS = 128
/** A recording of more than this is encoded again for its full edition. */
const MOST_KILOBITS = 144
const LIGHT_KILOBITS = 32
/** Bit rates of mp3 for a full edition. */
const BIT_RATES = [40, 48, 56, 64, 80, 96, 112]
/** Encoding again loses less with a little more than the recording has. */
const MARGIN = 1.2

/** `full`: levelled, absent when the recording is right as it is; `light`: absent without ffmpeg. Names of files in the folder. */
export type Prepared = {
  measurement: Measurement
  gain: number
  full?: string
  light?: string
  /** Why an edition is missing. */
  fault?: string
}

/** Measures an mp3 and makes its editions in a folder. Undefined: it does not decode. */
export async function prepareRecording(file: string, folder: string): Promise<Prepared | undefined> {
  const scanned = await scanMp3(file)
  if (typeof scanned === 'string') return undefined
  const measurement = await measureMp3File(file, scanned.channels)
  if (!measurement) return undefined
  const wanted = measurement.loudness === null ? 0 : TARGET - measurement.loudness
  const kilobits = ((await stat(file)).size * 8) / 1000 / measurement.seconds
  const full = await makeFull(file, join(folder, 'full.mp3'), { measurement, wanted, kilobits })
  const light = await encodeLevelled(
    file,
    join(folder, 'light.mp3'),
    { kilobits: LIGHT_KILOBITS, isMono: true },
    wanted,
  )
  const fault = full.fault ?? light
  return {
    measurement,
    gain: full.gain,
    ...(full.isMade && { full: 'full.mp3' }),
    ...(!light && { light: 'light.mp3' }),
    ...(fault && { fault }),
  }
}

type Wanted = { measurement: Measurement; wanted: number; kilobits: number }
type Full = { gain: number; isMade: boolean; fault?: string }

/**
 * By the gain of its frames where that is enough: nothing is lost. A recording whose peaks leave too little room, or that is
 * larger than listeners need, is encoded again with a limiter; without ffmpeg it becomes as loud as its peaks allow.
 */
async function makeFull(file: string, output: string, { measurement, wanted, kilobits }: Wanted): Promise<Full> {
  const steps = Math.min(Math.round(wanted / GAIN_STEP), Math.floor((CEILING - measurement.truePeak) / GAIN_STEP))
  const gain = steps * GAIN_STEP
  if (kilobits > MOST_KILOBITS || Math.abs(wanted - gain) > TOLERANCE) {
    const fault = await encodeLevelled(file, output, { kilobits: fullKilobits(kilobits) }, wanted)
    if (!fault) return { gain: Math.round(wanted * 10) / 10, isMade: true }
    return { ...(await applyGain(file, output, steps)), fault }
  }
  return applyGain(file, output, steps)
}

async function applyGain(file: string, output: string, steps: number): Promise<Full> {
  if (steps === 0) return { gain: 0, isMade: false }
  await pipeline(Readable.from(withGain(file, steps)), createWriteStream(output))
  return { gain: steps * GAIN_STEP, isMade: true }
}

const fullKilobits = (kilobits: number): number => BIT_RATES.find((rate) => rate >= kilobits * MARGIN) ?? FULL_KILOBITS

/** Encodes, and once more when the limiter took away too much of the level. */
async function encodeLevelled(
  file: string,
  output: string,
  encoding: Encoding,
  wanted: number,
): Promise<string | undefined> {
  const fault = await encodeMp3(file, output, { ...encoding, gain: wanted })
  if (fault || wanted === 0) return fault
  const scanned = await scanMp3(output)
  if (typeof scanned === 'string') return scanned
  const missing = TARGET - ((await measureMp3File(output, scanned.channels))?.loudness ?? TARGET)
  return missing > TOLERANCE ? encodeMp3(file, output, { ...encoding, gain: wanted + missing }) : undefined
}
