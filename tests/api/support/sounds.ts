import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { MPEGDecoder } from 'mpg123-decoder'
import { contentName } from '../../../src/server/runtime/mp3/scan.ts'
import type { TestShop } from './shop.ts'

const DEMO = new URL('../../../src/demo/files/audio/', import.meta.url).pathname
export const demoSound = (name: string): Promise<Buffer> => readFile(join(DEMO, name))

/** An mp3 that ffmpeg makes of a source of its own, such as `sine=f=440:d=60`. */
export function synthesized(source: string, args: readonly string[] = []): Buffer {
  const words = ['-loglevel', 'error', '-f', 'lavfi', '-i', source, ...args, '-b:a', '48k', '-f', 'mp3', 'pipe:1']
  return execFileSync('ffmpeg', words, { maxBuffer: 2 ** 28 })
}

/** Ten seconds of speech in another format. */
export function speechAs(extension: string, codec: string, rate = 44_100): Buffer {
  const file = join(mkdtempSync(join(tmpdir(), 'speech-')), `speech.${extension}`)
  const input = [
    '-loglevel',
    'error',
    '-i',
    join(DEMO, 'dnyaneshwari/01.mp3'),
    '-t',
    '10',
    '-ac',
    '1',
    '-ar',
    String(rate),
  ]
  execFileSync('ffmpeg', [...input, '-codec:a', codec, '-b:a', '64k', file])
  const bytes = readFileSync(file)
  rmSync(dirname(file), { recursive: true })
  return bytes
}

/** Stores a recording, as an import does. */
export async function addRecording({ context, db }: TestShop, bytes: Buffer, seconds = 1): Promise<number> {
  const path = `audio/${contentName(bytes)}.mp3`
  await context.media.put(path, bytes)
  const [media] = await db.query<{ id: number }>(
    `insert into media_files (kind, path, hash, bytes, seconds) values ('audio', $1, $1, $2, $3)
      on conflict (path) do update set bytes = excluded.bytes returning id`,
    [path, bytes.length, seconds],
  )
  return media?.id ?? 0
}

let tracks = 0

/** A track behind the others of a title. */
export async function addTrackOf(shop: TestShop, title: number, bytes: Buffer, seconds = 1) {
  const mediaId = await addRecording(shop, bytes, seconds)
  const key = `added/track-${(tracks += 1)}`
  await shop.db.query(
    `insert into tracks (key, product_id, position, name, translations, seconds, audio_id) values ($1, $2, $3, $1, $6, $4, $5)`,
    [key, title, 100 + tracks, seconds, mediaId, { en: { name: key } }],
  )
  return { key, mediaId }
}

/** Nothing of the demo's sound waits for the queue any more. */
export async function withoutSound({ db }: TestShop): Promise<void> {
  await db.query('delete from samples')
  await db.query('delete from made_samples')
  await db.query('update tracks set audio_id = null')
  await db.query('delete from audio_editions')
}

export async function decoded(bytes: Uint8Array): Promise<{ rate: number; samples: Float32Array }> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  const { channelData, sampleRate } = decoder.decode(bytes)
  decoder.free()
  return { rate: sampleRate, samples: channelData[0] ?? new Float32Array() }
}

/** A program called ffmpeg that does something else, alone on the PATH; the returned function puts everything back. */
export function insteadOfFfmpeg(script: string | undefined): () => void {
  const folder = join(mkdtempSync(join(tmpdir(), 'no-ffmpeg-')), 'bin')
  mkdirSync(folder)
  if (script !== undefined) {
    writeFileSync(join(folder, 'ffmpeg'), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, 'ffmpeg'), 0o755)
  }
  const before = process.env['PATH']
  process.env['PATH'] = folder
  return () => (process.env['PATH'] = before)
}
