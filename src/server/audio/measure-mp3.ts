import { createReadStream } from 'node:fs'
import { MPEGDecoder } from 'mpg123-decoder'
import type { Measurement } from '#contract/listening/audio.ts'
import { createSoundMeter, type SoundMeter } from './meter/sound-meter.ts'

const PIECE = 64 * 1024

/**
 * Decodes an mp3 in pieces and measures it; memory does not grow with its length. `channelCount` as its frames say: the decoder gives
 * two equal channels for one. Undefined: nothing decodes.
 */
export async function measureMp3File(file: string, channelCount: 1 | 2): Promise<Measurement | undefined> {
  const decoder = new MPEGDecoder()
  let meter: SoundMeter | undefined
  try {
    await decoder.ready
    for await (const piece of createReadStream(file, { highWaterMark: PIECE })) {
      const { channelData, samplesDecoded, sampleRate } = decoder.decode(piece as Uint8Array)
      if (samplesDecoded === 0) continue
      meter ??= createSoundMeter(sampleRate, channelCount)
      meter.push(channelData.slice(0, channelCount))
    }
    return meter?.end()
  } finally {
    decoder.free()
  }
}
