import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { SoundFault } from '#contract/listening/audio.ts'
import type { SamplePlace } from '#contract/listening/sample-place.ts'
import { readWhole, scanMp3, waveformOf, type Scanned } from '../../runtime/mp3/scan.ts'
import { fullKilobits } from '../bit-rates.ts'
import { encodeMp3 } from '../ffmpeg.ts'
import { prepareRecording, type Prepared } from '../prepare-recording.ts'

/** Within the quiet that a sample has at its ends. */
const FADE = { in: 0.2, out: 0.4 }
/** A decoder needs some frames before the first that it gets right. */
const MARGIN_SECONDS = 1

/** `sample` is the name of a file in the folder. */
export type CutSample = { sample: string; waveform: number[]; prepared: Prepared }

/** Cuts a sample out of an mp3, fades it, and levels it. A string result is the reason why there is none. */
export async function cutSample(file: string, folder: string, place: SamplePlace): Promise<CutSample | SoundFault> {
  const scanned = await scanMp3(file)
  if (typeof scanned === 'string') return 'notDecodable'
  const piece = join(folder, 'piece.mp3')
  const { start, end, second } = bytesAround(scanned, place)
  await pipeline(createReadStream(file, { start, end: end - 1 }), createWriteStream(piece))
  const output = join(folder, 'sample.mp3')
  const fault = await encodeMp3(piece, output, {
    kilobits: fullKilobits((scanned.bytes * 8) / 1000 / scanned.seconds),
    from: place.starts - second,
    seconds: place.ends - place.starts,
    fade: FADE,
  })
  if (fault) return fault
  const bytes = await readWhole(output)
  const prepared = await prepareRecording(output, { folder, hasLight: false })
  if (typeof bytes === 'string') return 'unknown'
  return typeof prepared === 'string' ? prepared : { sample: 'sample.mp3', waveform: await waveformOf(bytes), prepared }
}

/** Whole frames that hold the place; `second` is where they begin. */
function bytesAround({ marks, bytes }: Scanned, { starts, ends }: SamplePlace) {
  const first = marks.findLast(({ second }) => second <= starts - MARGIN_SECONDS) ?? marks[0]
  const last = marks.find(({ second }) => second >= ends + MARGIN_SECONDS)
  return { start: first?.byte ?? 0, end: last?.byte ?? bytes, second: first?.second ?? 0 }
}
