import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { measureSound } from '../../../src/server/audio/measure-sound.ts'
import { ebur128 } from '../../api/support/ebur128.ts'

const SPEECH = new URL('../../../src/demo/files/audio/', import.meta.url).pathname
const isInstalled = spawnSync('ffmpeg', ['-version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'hundred-'))
afterAll(() => rmSync(folder, { recursive: true }))

const SECONDS = 4
/** Both are told in tenths. Half a unit is asked for. */
const NEAR = 0.2
const lavfi = (source: string) => ['-f', 'lavfi', '-i', source]
const speech = (name: string) => ['-ss', '2', '-i', `${SPEECH}${name}.mp3`]
/** Half of the sound is so quiet that the gates decide. */
const FADED = `0.3*(random(0)-0.5)*if(lt(t,2),1,0.02)`
const SOURCES: Record<string, string[]> = {
  woman: speech('dnyaneshwari/01'),
  man: speech('the-lamp-at-rajgad/01'),
  computer: speech('monsoon-frequency/01'),
  noise: lavfi(`aevalsrc='${FADED}|${FADED}':s=48000`),
  low: lavfi(`aevalsrc='0.4*sin(2*PI*(40+30*t)*t)|0.1*sin(2*PI*60*t)':s=48000`),
  high: lavfi(`aevalsrc='0.2*sin(2*PI*(1000+300*t)*t)|0.2*sin(2*PI*3000*t)*lt(mod(t,1),0.3)':s=48000`),
}
/** All that an mp3 can have. */
const RATES = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
const KILOBITS = [32, 48, 64]
const decibelsOf = (at: number) => -((at * 7) % 24)

/** A source in all rates, mono and stereo, at levels of their own: one start of ffmpeg. */
async function recordingsOf([name, input]: [string, string[]]): Promise<string[]> {
  const kinds = RATES.flatMap((rate) => [1, 2].map((channels) => ({ rate, channels })))
  const files = kinds.map(({ rate, channels }) => join(folder, `${name}-${rate}-${channels}.mp3`))
  const outputs = kinds.flatMap(({ rate, channels }, at) => [
    ...['-map', '0:a', '-t', `${SECONDS}`, '-af', `volume=${decibelsOf(at)}dB`, '-ar', `${rate}`, '-ac', `${channels}`],
    ...['-b:a', `${KILOBITS[at % KILOBITS.length]}k`, files[at] ?? ''],
  ])
  await promisify(execFile)('ffmpeg', ['-loglevel', 'error', '-t', `${SECONDS}`, ...input, ...outputs])
  return files
}

/** The files whose loudness here and there differs by more than this. */
async function farApart(files: readonly string[], limit: number): Promise<string[]> {
  const theirs = await ebur128(files)
  const far: string[] = []
  for (const [at, file] of files.entries()) {
    const measured = await measureSound(file)
    const own = typeof measured === 'string' ? Number.NaN : (measured.loudness ?? -Infinity)
    const isNear = Math.abs(own - (theirs[at] ?? Number.NaN)) <= limit
    if (!isNear) far.push(`${file.slice(folder.length)}: ${own}, ffmpeg: ${theirs[at]}`)
  }
  return far
}

describe.skipIf(!isInstalled)('against the meter of ffmpeg (needs ffmpeg)', () => {
  it('[SO-2] a hundred files of every rate agree within a fifth of a unit', { timeout: 300_000 }, async () => {
    const recorded = await Promise.all(Object.entries(SOURCES).map(recordingsOf))
    const far = await Promise.all(recorded.map((files) => farApart(files, NEAR)))
    expect([recorded.flat().length >= 100, far.flat()]).toEqual([true, []])
  })
})
