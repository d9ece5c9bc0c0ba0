import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SHOP_LOUDNESS, type Measurement, type SoundFault } from '#contract/listening/audio.ts'
import { GAIN_STEP, withGain } from '../runtime/mp3/gain.ts'
import { scanMp3 } from '../runtime/mp3/scan.ts'
import { FULL_KILOBITS, fullKilobits, lightKilobits } from './bit-rates.ts'
import { encodeMp3, type Encoding, type Limits } from './ffmpeg.ts'
import { measureMp3File } from './measure-mp3.ts'
import { isTemporary } from './temporary-faults.ts'

/** No peak rises above this, dBTP. */
const CEILING = -1
/** A track may be off the loudness of the shop by this much, LU: half a step of an mp3's gain and a little. */
const TOLERANCE = 0.8
/** A recording of more than this is encoded again for its full edition. */
const MOST_KILOBITS = FULL_KILOBITS + 16

/**
 * `full`: levelled, absent when the recording is right as it is; `light`: absent without
 * ffmpeg, and where it would save nothing. Names of files in the folder.
 */
export type Prepared = {
  measurement: Measurement
  gain: number
  full?: string
  light?: string
  /** Why an edition is missing. */
  fault?: SoundFault
}
type Wishes = { folder: string; hasLight?: boolean; limits?: Limits }

/** Measures an mp3 and makes its editions in a folder. A string result is the reason why nothing was made. */
export async function prepareRecording(
  file: string,
  { folder, hasLight = true, limits = {} }: Wishes,
): Promise<Prepared | SoundFault> {
  const scanned = await scanMp3(file)
  if (typeof scanned === 'string') return 'notDecodable'
  const measurement = await measureMp3File(file, scanned.channels)
  if (!measurement) return 'notDecodable'
  const wanted = measurement.loudness === null ? 0 : SHOP_LOUDNESS - measurement.loudness
  const kilobits = ((await stat(file)).size * 8) / 1000 / measurement.seconds
  const full = await makeFull(file, join(folder, 'full.mp3'), { measurement, wanted, kilobits, limits })
  const light = hasLight
    ? await makeLight(file, join(folder, 'light.mp3'), { beside: full.kilobits, wanted, limits })
    : undefined
  const fault = full.fault ?? light?.fault
  if (fault && isTemporary(fault)) return fault
  return {
    measurement,
    gain: full.gain,
    ...(full.isMade && { full: 'full.mp3' }),
    ...(light?.isMade && { light: 'light.mp3' }),
    ...(fault && { fault }),
  }
}

type Wanted = { measurement: Measurement; wanted: number; kilobits: number; limits: Limits }
type Made = { isMade: boolean; fault?: SoundFault }
type Full = Made & { gain: number; kilobits: number }

/**
 * By the gain of its frames where that is enough: nothing is lost. A recording whose peaks leave too little room, or that is
 * larger than listeners need, is encoded again with a limiter; without ffmpeg it becomes as loud as its peaks allow.
 */
async function makeFull(
  file: string,
  output: string,
  { measurement, wanted, kilobits, limits }: Wanted,
): Promise<Full> {
  const steps = Math.min(Math.round(wanted / GAIN_STEP), Math.floor((CEILING - measurement.truePeak) / GAIN_STEP))
  const gain = steps * GAIN_STEP
  if (kilobits > MOST_KILOBITS || Math.abs(wanted - gain) > TOLERANCE) {
    const encoding = { kilobits: fullKilobits(kilobits) }
    const fault = await encodeLevelled(file, output, { encoding, wanted, limits })
    if (!fault) return { gain: Math.round(wanted * 10) / 10, isMade: true, ...encoding }
    return { ...(await applyGain(file, output, steps)), kilobits, fault }
  }
  return { ...(await applyGain(file, output, steps)), kilobits }
}

async function applyGain(file: string, output: string, steps: number): Promise<Made & { gain: number }> {
  if (steps === 0) return { gain: 0, isMade: false }
  await pipeline(Readable.from(withGain(file, steps)), createWriteStream(output))
  return { gain: steps * GAIN_STEP, isMade: true }
}

type Light = { beside: number; wanted: number; limits: Limits }

/** For phones that save data: none where it would hardly be smaller than the full edition. */
async function makeLight(file: string, output: string, { beside, wanted, limits }: Light): Promise<Made> {
  const kilobits = lightKilobits(beside)
  if (kilobits === undefined) return { isMade: false }
  const fault = await encodeLevelled(file, output, { encoding: { kilobits, isMono: true }, wanted, limits })
  return { isMade: !fault, ...(fault && { fault }) }
}

/** Encodes, and once more when the limiter took away too much of the level. */
async function encodeLevelled(
  file: string,
  output: string,
  { encoding, wanted, limits }: { encoding: Encoding; wanted: number; limits: Limits },
): Promise<SoundFault | undefined> {
  const fault = await encodeMp3(file, output, { ...encoding, gain: wanted }, limits)
  if (fault || wanted === 0) return fault
  const scanned = await scanMp3(output)
  if (typeof scanned === 'string') return 'notDecodable'
  const missing = SHOP_LOUDNESS - ((await measureMp3File(output, scanned.channels))?.loudness ?? SHOP_LOUDNESS)
  return missing > TOLERANCE ? encodeMp3(file, output, { ...encoding, gain: wanted + missing }, limits) : undefined
}
