import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { SHOP_LOUDNESS } from '#contract/listening/audio.ts'
import { prepareRecording } from '../../../src/server/audio/prepare-recording.ts'
import { ebur128 } from '../../api/support/ebur128.ts'

const SPEECH = new URL('../../../src/demo/files/audio/', import.meta.url).pathname
const isInstalled = spawnSync('ffmpeg', ['-version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'levels-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Eight seconds of speech of a title, changed by filters, as an mp3. */
function recorded(name: string, track: string, filters: string, kilobits = 64, rate = 44_100): string {
  const own = join(folder, `${name.replaceAll('/', '-')}-${track}`)
  mkdirSync(own)
  const file = join(own, 'recording.mp3')
  const input = ['-loglevel', 'error', '-i', join(SPEECH, name), '-t', '8', '-af', filters, '-ar', `${rate}`]
  execFileSync('ffmpeg', [...input, '-b:a', `${kilobits}k`, file])
  return file
}

/** Two titles of other rooms and microphones: quiet, loud, with little room above, of too many bits. */
const TITLES = {
  dnyaneshwari: ['volume=-14dB', 'volume=-2.1dB', 'volume=6dB,alimiter=limit=0.98:level=disabled'],
  'aajichya-godhadit': ['volume=-20dB', 'acompressor=threshold=0.05:ratio=8:makeup=6'],
} as const

/** Loudness of both editions of a recording, as ffmpeg measures it. */
async function levelsOf(file: string): Promise<number[]> {
  const folderOfTrack = join(file, '..')
  const prepared = await prepareRecording(file, { folder: folderOfTrack })
  if (typeof prepared === 'string') throw new Error(prepared)
  return ebur128([prepared.full ?? 'recording.mp3', prepared.light ?? ''].map((name) => join(folderOfTrack, name)))
}

describe.skipIf(!isInstalled)('levelled recordings (need ffmpeg)', () => {
  it(
    '[SO-3] play within 0.8 LU of the level of the shop, as ffmpeg measures them, full and light',
    { timeout: 240_000 },
    async () => {
      const off: string[] = []
      for (const [title, tracks] of Object.entries(TITLES))
        for (const [at, filters] of tracks.entries()) {
          const levels = await levelsOf(recorded(`${title}/01.mp3`, `${at}`, filters, at === 0 ? 192 : 64))
          if (levels.some((level) => Math.abs(level - SHOP_LOUDNESS) > 0.85)) off.push(`${title} ${filters} ${levels}`)
        }
      expect(off).toEqual([])
    },
  )

  it('[SO-4] have no light edition where it would not be smaller than the full one', async () => {
    const hasLight: Record<string, boolean> = {}
    for (const kilobits of [24, 48, 96]) {
      const file = recorded('dnyaneshwari/01.mp3', `of-${kilobits}`, 'volume=-6dB', kilobits, 24_000)
      const prepared = await prepareRecording(file, { folder: join(file, '..') })
      hasLight[kilobits] = typeof prepared !== 'string' && prepared.light !== undefined
    }
    expect(hasLight).toEqual({ 24: false, 48: true, 96: true })
  })
})
