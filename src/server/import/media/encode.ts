import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { parseFile } from 'music-metadata'
import { FULL_KILOBITS, fullKilobits } from '../../audio/bit-rates.ts'
import { encodeMp3 } from '../../audio/ffmpeg.ts'

const LOSSLESS_MONO = 96
/** What a dry run decodes to see that a file can be used. */
const TRIED_SECONDS = 5

type Encoded = { file: string; seconds: number | undefined }
/** `encoded` hears how many seconds are done, and of how many when the file says so. `stop` throws. */
export type EncodingWatch = { stop?: AbortSignal | undefined; encoded?: (done: number, of: number | undefined) => void }

/**
 * Encodes recordings of other formats to mp3, in a folder of its own. The last one is kept: its chapters follow. `isTrial`
 * encodes the first seconds only. A string result is the reason why a file was refused.
 */
export function createEncoder({ isTrial, stop, encoded }: { isTrial: boolean } & EncodingWatch) {
  let folder: string | undefined
  let last: { source: string; encoded: Promise<Encoded | string> } | undefined

  async function encode(source: string): Promise<Encoded | string> {
    await close()
    folder = await mkdtemp(join(tmpdir(), 'encoded-'))
    const file = join(folder, 'recording.mp3')
    const { kilobits, seconds } = await planFor(source)
    const fault = await encodeMp3(
      source,
      file,
      { kilobits, ...(isTrial && { seconds: TRIED_SECONDS }) },
      { stop, encoded: encoded && ((done) => encoded(done, seconds)) },
    )
    return fault ?? { file, seconds: isTrial ? seconds : undefined }
  }

  async function close(): Promise<void> {
    if (folder) await rm(folder, { recursive: true, force: true })
    folder = undefined
  }

  return {
    encode(source: string): Promise<Encoded | string> {
      if (last?.source !== source) last = { source, encoded: encode(source) }
      return last.encoded
    },
    [Symbol.asyncDispose]: close,
  }
}

async function planFor(source: string): Promise<{ kilobits: number; seconds: number | undefined }> {
  const tags = await parseFile(source, { duration: false, skipCovers: true }).catch(() => undefined)
  const { bitrate, lossless, numberOfChannels = 2, duration } = tags?.format ?? {}
  if (lossless || !bitrate)
    return { kilobits: numberOfChannels === 1 ? LOSSLESS_MONO : FULL_KILOBITS, seconds: duration }
  return { kilobits: fullKilobits(bitrate / 1000), seconds: duration }
}

/** Formats whose originals are stored beside the mp3 that is made of them. */
const ORIGINAL = /^\.(?:m4[ab]|mp4|wav|flac|ogg|oga|opus|wma|aac|aiff?)$/

/** The path of an original in the media store. */
export function originalPath(source: string, contentName: string): string {
  const extension = extname(source).toLowerCase()
  return `originals/${contentName}${ORIGINAL.test(extension) ? extension : '.bin'}`
}
