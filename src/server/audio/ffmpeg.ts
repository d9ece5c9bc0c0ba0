import { spawn } from 'node:child_process'
import type { SoundFault } from '#contract/listening/audio.ts'

/** `noFfmpeg`: the program is not installed. `tooLong`: it took more processor time than the sound may cost. */
export type FfmpegFault = Exclude<SoundFault, 'missing' | 'tooShort' | 'unknown'>

/** Containers that are sound and nothing else: no playlist that would open other files or addresses. */
const FORMATS = 'mp3,mov,aac,ac3,flac,wav,w64,aiff,ogg,asf,matroska,amr,caf'
const MAX_KILOBYTES = 2_000_000
/** Two days of sound. */
const MAX_SECONDS = 48 * 3600
const CPU_SECONDS = 3_600
/** Without a sign of progress. A disk or a network may be slow, a program that waits for ever is not. */
const SILENT_MS = 120_000
const ERROR_CHARACTERS = 2_000

/** Seconds of a sound that is faded in and out. */
type Fade = { in: number; out: number }
export type Encoding = {
  kilobits: number
  /** Mono, for light editions. Otherwise as many channels as the recording has, two at most. */
  isMono?: boolean
  /** Where to begin. */
  from?: number
  /** Only so many seconds. */
  seconds?: number
  /** Needs `seconds`. */
  fade?: Fade
  /** Decibels by which it becomes louder; what would clip is limited. */
  gain?: number
}
export type Limits = { cpuSeconds?: number; silentMs?: number }
/** `stop` ends the program and throws; `encoded` hears about once a second how many seconds are done. */
type Watch = { stop?: AbortSignal | undefined; encoded?: ((seconds: number) => void) | undefined }

/**
 * Encodes the first sound of a file to mp3, without its tags and pictures. The file is a stranger's: only containers of sound
 * are opened, nothing but the file is read, and processor time, memory, length and size are limited.
 */
export async function encodeMp3(
  input: string,
  output: string,
  encoding: Encoding,
  options: Limits & Watch = {},
): Promise<FfmpegFault | undefined> {
  const { seconds = MAX_SECONDS, isMono, kilobits } = encoding
  const outputArgs = [
    ...['-t', `${Math.min(seconds, MAX_SECONDS)}`, '-fs', `${MAX_KILOBYTES}K`, '-af', filtersOf(encoding)],
    ...(isMono ? ['-ac', '1'] : []),
    ...['-codec:a', 'libmp3lame', '-b:a', `${kilobits}k`, '-id3v2_version', '0', '-f', 'mp3', `file:${output}`],
  ]
  const progress = ['-nostats', '-progress', 'pipe:1', '-stats_period', '1']
  const ended = await run([...progress, ...inputArgs(input, options), ...outputArgs], options)
  options.stop?.throwIfAborted()
  return faultOf(ended, options)
}

/** Decodes the first sound of a stranger's file and gives it away in pieces: a WAV of 32-bit floats in at most two channels. */
export async function decodeWav(
  input: string,
  take: (piece: Buffer) => void,
  limits: Limits = {},
): Promise<FfmpegFault | undefined> {
  const outputArgs = [
    ...['-t', `${MAX_SECONDS}`, '-af', 'aformat=sample_fmts=flt:channel_layouts=mono|stereo'],
    ...['-codec:a', 'pcm_f32le', '-f', 'wav', 'pipe:1'],
  ]
  return faultOf(await run([...inputArgs(input, limits), ...outputArgs], limits, take), limits)
}

function inputArgs(input: string, { cpuSeconds = CPU_SECONDS }: Limits): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', '-threads', '1', '-timelimit', `${cpuSeconds}`],
    ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', FORMATS, '-max_alloc', '500000000'],
    ...['-i', `file:${input}`, '-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
  ]
}

/** The limiter looks ahead, so that nothing clips; it holds back what rises above -1.5 dB, as mp3 adds a little. */
const CEILING = 10 ** (-1.5 / 20)

const SPEECH_KILOBITS = 32
const RATES = '8000|11025|12000|16000|22050|24000|32000|44100|48000'

/** LAME makes everything quieter by its scale of 0.95, in decibels. */
const LAME_LOSS = 0.45

function filtersOf({ gain = 0, isMono = false, kilobits, from = 0, seconds, fade }: Encoding): string {
  // Below 32 kbit/s a lower rate leaves more bits to each sample of speech.
  const rates = kilobits <= SPEECH_KILOBITS ? '24000' : RATES
  const channels = isMono ? 'mono' : 'mono|stereo'
  return [
    ...(from > 0 ? [`atrim=start=${from}`, 'asetpts=PTS-STARTPTS'] : []),
    ...(fade && seconds !== undefined
      ? [`afade=t=in:d=${fade.in}`, `afade=t=out:st=${Math.max(0, seconds - fade.out)}:d=${fade.out}`]
      : []),
    `volume=${gain + LAME_LOSS}dB`,
    `alimiter=limit=${CEILING}:level=disabled:attack=5:release=50`,
    `aformat=sample_rates=${rates}:channel_layouts=${channels}`,
  ].join(',')
}

let isFound = false

/** Whether the program is on the PATH. It may be installed while the shop runs, but it does not go away. */
export async function hasFfmpeg(): Promise<boolean> {
  isFound ||= (await run(['-hide_banner', '-version'])).code === 0
  return isFound
}

type Ended = {
  code: number | undefined
  signal?: NodeJS.Signals | null
  error: string
  isHanging: boolean
  seconds: number
}

/** What ffmpeg ends with after a signal that it catches: somebody stops it, or its processor time is over. It does not say which. */
const CAUGHT = 255
/** It works in several threads. */
const MOST_CORES = 4

function faultOf(
  { code, signal, error, isHanging, seconds }: Ended,
  { cpuSeconds = CPU_SECONDS }: Limits,
): FfmpegFault | undefined {
  if (code === undefined) return 'noFfmpeg'
  if (isHanging) return 'hanging'
  if (/No space left on device|Disk quota exceeded/.test(error)) return 'diskFull'
  if (code === 0) return undefined
  if (code !== CAUGHT && !signal) return 'notDecodable'
  return seconds * MOST_CORES >= cpuSeconds ? 'tooLong' : 'killed'
}

/** `code` is undefined when the program could not be started. `take`: its output is sound, and no report of its progress. */
function run(
  args: string[],
  { silentMs = SILENT_MS, stop, encoded }: Limits & Watch = {},
  take?: (piece: Buffer) => void,
): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn('ffmpeg', args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      killSignal: 'SIGKILL',
      ...(stop && { signal: stop }),
    })
    const started = performance.now()
    let [error, isHanging] = ['', false]
    const watch = setTimeout(() => {
      isHanging = true
      child.kill('SIGKILL')
    }, silentMs)
    child.stderr.setEncoding('utf8').on('data', (text: string) => (error = (error + text).slice(-ERROR_CHARACTERS)))
    const isMoving = createProgress(encoded)
    child.stdout.on('data', (piece: Buffer) => {
      take?.(piece)
      if (take || isMoving(piece.toString())) watch.refresh()
    })
    const end = (ended: Pick<Ended, 'code' | 'signal'>) => {
      clearTimeout(watch)
      done({ ...ended, error, isHanging, seconds: (performance.now() - started) / 1000 })
    }
    child.once('error', () => end({ code: undefined }))
    child.once('close', (code, signal) => end({ code: code ?? 1, signal }))
  })
}

/** Whether a report of ffmpeg tells of more sound than the one before: it reports also while nothing moves. */
function createProgress(encoded: Watch['encoded']): (report: string) => boolean {
  let reached = 0
  return (report) => {
    const before = reached
    reached = Number([...report.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1] ?? reached)
    if (reached !== before) encoded?.(reached / 1_000_000)
    return reached !== before
  }
}
