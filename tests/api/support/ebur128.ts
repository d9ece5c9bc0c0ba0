import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Loudness of each file as ffmpeg measures it, all of them in one process, because its start costs more than a few seconds of
 * sound.
 */
export async function ebur128(files: readonly string[]): Promise<number[]> {
  const inputs = files.flatMap((file) => ['-i', file])
  const meters = files.map((_, at) => `[${at}:a]ebur128=framelog=verbose[out${at}]`).join(';')
  const outputs = files.flatMap((_, at) => ['-map', `[out${at}]`, '-f', 'null', '-'])
  const { stderr } = await run('ffmpeg', ['-nostats', ...inputs, '-filter_complex', meters, ...outputs])
  const levels = files.map(() => Number.NaN)
  // A filter that is opened anew, once the sound is known, has two summaries; the last one is that of the sound.
  for (const [, at, level] of stderr.matchAll(/ebur128_(\d+) @ \w+\] Summary:[^[]*?I:\s+(-?[\d.]+) LUFS/g))
    levels[Number(at)] = Number(level)
  return levels
}
