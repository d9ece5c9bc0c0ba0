import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measureMp3File } from '../../../src/server/audio/measure-mp3.ts'
import { withGain } from '../../../src/server/runtime/mp3/gain.ts'
import { scanMp3 } from '../../../src/server/runtime/mp3/scan.ts'

const FILE = new URL('../../../src/demo/files/audio/aajichya-godhadit/01.mp3', import.meta.url).pathname
let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'gain-'))))
afterAll(() => rm(folder, { recursive: true }))

async function changed(file: string, steps: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of withGain(file, steps)) parts.push(Uint8Array.from(part))
  return Buffer.concat(parts)
}

async function loudnessOf(file: string): Promise<number> {
  const scanned = await scanMp3(file)
  if (typeof scanned === 'string') throw new Error(scanned)
  return (await measureMp3File(file, scanned.channels))?.loudness ?? Number.NaN
}

describe('the gain of an mp3', () => {
  it.each([-6, -2, 3])('[SO-3] by %i steps changes its loudness by 1.5 dB each, and nothing else', async (steps) => {
    const file = join(folder, `${steps}.mp3`)
    await writeFile(file, await changed(FILE, steps))
    expect(Math.abs((await loudnessOf(file)) - (await loudnessOf(FILE)) - steps * 1.5)).toBeLessThanOrEqual(0.2)
    const [before, after] = [await scanMp3(FILE), await scanMp3(file)]
    expect(after).toMatchObject({ seconds: before instanceof Object ? before.seconds : 0, channels: 1 })
    expect(after).not.toHaveProperty('note')
  })

  it('[SO-3] is undone by the opposite', async () => {
    const file = join(folder, 'louder.mp3')
    await writeFile(file, await changed(FILE, 4))
    expect((await changed(file, -4)).equals(await readFile(FILE))).toBe(true)
  })

  it('[SO-3] leaves tags and what is no frame as they are', async () => {
    const file = join(folder, 'tagged.mp3')
    const [head, tail] = [
      Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0010' + 'x'.repeat(16), 'latin1'),
      Buffer.from('TAG' + 'y'.repeat(125)),
    ]
    await writeFile(file, Buffer.concat([head, await readFile(FILE), tail]))
    const louder = await changed(file, 2)
    expect([louder.subarray(0, 26), louder.subarray(-128)]).toEqual([head, tail])
    expect(louder.subarray(26, -128).equals(await changed(FILE, 2))).toBe(true)
  })
})
