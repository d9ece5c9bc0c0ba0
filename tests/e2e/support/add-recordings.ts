// Gives the tracks of a title recordings that tell by their pitch which second is heard, with the editions that the shop makes of
// them: add-recordings.ts KEY. Says the ids of title and tracks as JSON. Started by support/recordings.ts.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { RECORDINGS } from './recordings.ts'
import { queueRecordings, runAudioQueue } from '../../../src/server/audio/audio-queue.ts'
import { readConfig } from '../../../src/server/config.ts'
import { openShop } from '../../../src/server/main.ts'
import { contentName } from '../../../src/server/runtime/mp3/scan.ts'

const [key = ''] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'recordings-'))
const { context, close } = await openShop(readConfig({ DATA_DIR: process.env['SHOP_DATA'] ?? '' }))
const { db, media } = context

async function store({ expression, seconds }: { expression: string; seconds: number }): Promise<number> {
  const file = join(folder, 'recording.mp3')
  const source = `aevalsrc='${expression}':s=44100:d=${seconds}`
  execFileSync('ffmpeg', ['-loglevel', 'error', '-y', '-f', 'lavfi', '-i', source, '-b:a', '128k', '-ac', '1', file])
  const bytes = readFileSync(file)
  const path = `audio/${contentName(bytes)}.mp3`
  await media.put(path, bytes)
  const [row] = await db.query<{ id: number }>(
    `insert into media_files (kind, path, hash, bytes, seconds) values ('audio', $1, $1, $2, $3)
      on conflict (path) do update set bytes = excluded.bytes returning id`,
    [path, bytes.length, seconds],
  )
  return row?.id ?? 0
}

const [product] = await db.query<{ id: number }>('select id from products where key = $1', [key])
const tracks = await db.query<{ id: number }>('select id from tracks where product_id = $1 order by position', [
  product?.id,
])
const recordings = Object.values(RECORDINGS)
const stored: number[] = []
for (const [index, recording] of recordings.entries()) {
  stored.push(await store(recording))
  await db.query('update tracks set audio_id = $2, seconds = $3 where id = $1', [
    tracks[index]?.id,
    stored[index],
    recording.seconds,
  ])
}
await queueRecordings(context)
// What was queued last is done first, also before the demo's own recordings; its worker may take one of these too.
const stop = new AbortController()
const working = runAudioQueue(context, { stop: stop.signal })
const countReady = async () =>
  (await db.query(`select from audio_editions where media_id = any($1) and state = 'ready'`, [stored])).length
for (let left = 1_200; left > 0 && (await countReady()) < stored.length; left -= 1) await wait(100)
stop.abort()
await working
// As on a machine without ffmpeg.
await db.query('update audio_editions set light_id = null where media_id = $1', [stored[stored.length - 1]])
process.stdout.write(JSON.stringify({ title: product?.id, tracks: tracks.map(({ id }) => id) }))
rmSync(folder, { recursive: true })
await close()
process.exit()
