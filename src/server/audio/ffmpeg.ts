import { spawn } from 'node:child_process'

/** `noFfmpeg`: the program is not installed. `tooLong`: it took more processor time than the sound may cost. */
export type FfmpegFault = 'noFfmpeg' | 'notDecodable' | 'tooLong'

/** Containers that are sound and nothing else: no playlist that would open other files or addresses. */
const FORMATS = 'mp3,mov,aac,flac,wav,w64,aiff,ogg,asf,matroska,amr,caf'
const MAX_KILOBYTES = 2_000_000
/** Two days of sound. */
const MAX_SECONDS = 48 * 3600
const ERROR_CHARACTERS = 500

export type Encoding = {
  kilobits: number
  /** Mono, for light editions. Otherwise as many channels as the recording has, two at most. */
  isMono?: boolean
  /** Only the first seconds. */
  seconds?: number
  /** Decibels by which it becomes louder; what would clip is limited. */
  gain?: number
}

/**
 * Encodes the first sound of a file to mp3, without its tags and pictures. The file is a stranger's: only containers of sound
 * are opened, nothing but the file is read, and processor time, memory, length and size are limited.
 */
export async function encodeMp3(
  input: string,
  output: string,
  encoding: Encoding,
  cpuSeconds = 3_600,
): Promise<FfmpegFault | undefined> {
  const args = [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', '-threads', '1', '-timelimit', `${cpuSeconds}`],
    ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', FORMATS, '-max_alloc', '500000000'],
    ...['-i', `file:${input}`, '-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...[
      '-t',
      `${MAX_SECONDS}`,
      '-fs',
      `${MAX_KILOBYTES}K`,
      '-af',
      filtersOf(encoding),
      ...(encoding.isMono ? ['-ac', '1'] : []),
    ],
    ...[
      '-codec:a',
      'libmp3lame',
      '-b:a',
      `${encoding.kilobits}k`,
      '-id3v2_version',
      '0',
      '-f',
      'mp3',
      `file:${output}`,
    ],
  ]
  const { code, signal, error } = await run('ffmpeg', args)
  if (code === 0) return undefined
  if (code === undefined) return 'noFfmpeg'
  return signal === 'SIGXCPU' || /time limit|CPU time/i.test(error) ? 'tooLong' : 'notDecodable'
}

/** The limiter looks ahead, so that nothing clips; it holds back what rises above -1.5 dB, as mp3 adds a little. */
const CEILING = 10 ** (-1.5 / 20)

const SPEECH_KILOBITS = 32
const RATES = '8000|11025|12000|16000|22050|24000|32000|44100|48000'

/** LAME makes everything quieter by its scale of 0.95, in decibels. */
const LAME_LOSS = 0.45

function filtersOf({ gain = 0, isMono = false, kilobits }: Encoding): string {
  // Below 32 kbit/s a lower rate leaves more bits to each sample of speech.
  const rates = kilobits <= SPEECH_KILOBITS ? '24000' : RATES
  const channels = isMono ? 'mono' : 'mono|stereo'
  const level = [`volume=${gain + LAME_LOSS}dB`, `alimiter=limit=${CEILING}:level=disabled:attack=5:release=50`]
  return [...level, `aformat=sample_rates=${rates}:channel_layouts=${channels}`].join(',')
}

/** Whether the program is on the PATH. */
export async function hasFfmpeg(): Promise<boolean> {
  return (await run('ffmpeg', ['-hide_banner', '-version'])).code === 0
}

type Ended = { code: number | undefined; signal?: NodeJS.Signals | null; error: string }

/** `code` is undefined when the program could not be started. */
function run(program: string, args: string[]): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let error = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (error = (error + text).slice(-ERROR_CHARACTERS)))
    child.once('error', () => done({ code: undefined, error }))
    child.once('close', (code, signal) => done({ code: code ?? 1, signal, error }))
  })
}
