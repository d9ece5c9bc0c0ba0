import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { titleUrl } from '#contract/listening/listening.ts'
import { queueRecordings, runAudioQueue } from '../../../src/server/audio/audio-queue.ts'
import { hasFfmpeg } from '../../../src/server/audio/ffmpeg.ts'
import { measureMp3File } from '../../../src/server/audio/measure-mp3.ts'
import { RECORDINGS } from '../../../src/server/audio/recordings.ts'
import { signTrack } from '../../../src/server/listening/track-address.ts'
import { withGain } from '../../../src/server/runtime/mp3/gain.ts'
import { contentName, scanMp3 } from '../../../src/server/runtime/mp3/scan.ts'
import { makeListener } from '../support/personas.ts'
import { idOf, useShop } from '../support/shop.ts'

const shop = useShop()
const FILE = new URL('../../../src/demo/files/audio/aajichya-godhadit/01.mp3', import.meta.url).pathname
const isAble = await hasFfmpeg()
let folder: string
let title: number
let listener: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'queue-'))
  title = await idOf(shop(), 'products', 'dnyaneshwari')
  listener = await makeListener(shop(), 'hears@x.test')
  await shop().db.query('delete from samples')
  await shop().db.query('update tracks set audio_id = null')
  await shop().db.query('delete from audio_editions')
  await shop().db.query('update products set is_free = true where id = $1', [title])
})
afterAll(() => rm(folder, { recursive: true }))

/** A track of the title with the sound of a file that was tracks quieter or louder. */
async function addTrack(position: number, steps: number): Promise<{ key: string; mediaId: number }> {
  const parts: Uint8Array[] = []
  for await (const part of withGain(FILE, steps)) parts.push(Uint8Array.from(part))
  const bytes = Buffer.concat(parts)
  const path = `audio/${contentName(bytes)}.mp3`
  await shop().context.media.put(path, bytes)
  const [media] = await shop().db.query<{ id: number }>(
    `insert into media_files (kind, path, hash, bytes, seconds) values ('audio', $1, $1, $2, 24.4) returning id`,
    [path, bytes.length],
  )
  const key = `loud-${position}-${steps}`
  await shop().db.query(
    `insert into tracks (key, product_id, position, name, translations, seconds, audio_id) values ($1, $2, $3, $1, '{}', 24.4, $4)`,
    [key, title, 100 + position, media?.id],
  )
  return { key, mediaId: media?.id ?? 0 }
}

/** What the listener hears of a track: its measurement and the size of the file. */
async function heard(key: string, edition: 'full' | 'light') {
  const signed = await signTrack(shop().context, listener, { url: titleUrl(title), key, edition })
  if (!signed) throw new Error('not signed')
  const response = await shop().app.inject(new URL(signed.address, 'http://x').href.slice('http://x'.length))
  const file = join(folder, `${key}-${edition}.mp3`)
  await writeFile(file, response.rawPayload)
  const scanned = await scanMp3(file)
  if (typeof scanned === 'string') throw new Error(scanned)
  const measured = await measureMp3File(file, scanned.channels)
  return { signed, seconds: scanned.seconds, bytes: scanned.bytes, loudness: measured?.loudness ?? 0 }
}

const editionOf = async (mediaId: number) =>
  (
    await shop().db.query<{ state: string; fault: string | null }>(
      'select state, fault from audio_editions where media_id = $1',
      [mediaId],
    )
  )[0]

it('[SO-2] what an editor uploads is measured before the rest of an import', async () => {
  const many = [await addTrack(10, -13), await addTrack(11, -14), await addTrack(12, -15)]
  await queueRecordings(shop().context)
  shop().clock.now = new Date(shop().clock.now.getTime() + 120_000)
  const later = await addTrack(13, -16)
  await queueRecordings(shop().context)
  const order: number[] = []
  const noted = {
    ...RECORDINGS,
    prepare: (_: unknown, id: number) => {
      order.push(id)
      return Promise.resolve()
    },
  }
  const faults: unknown[] = []
  const after = () => Promise.reject(new Error('no new files can be asked for'))
  await runAudioQueue(shop().context, { works: [noted], after, failed: (fault) => void faults.push(fault) })
  // Each job is done all the same, and not tried again.
  expect(faults).toHaveLength(order.length)
  expect(await shop().db.query(`select id from pgboss.job where name = 'audio' and state <> 'completed'`)).toEqual([])
  expect(order).toEqual([later, ...many].map(({ mediaId }) => mediaId))
  await shop().db.query('delete from tracks where position >= 110')
  await shop().db.query('delete from audio_editions')
})

describe('the queue of recordings', () => {
  it('[SO-3] makes tracks of one title equally loud, at the same seconds', async () => {
    const tracks = await Promise.all([addTrack(0, -6), addTrack(1, -2), addTrack(2, -11)])
    const before = await heard(tracks[0]?.key ?? '', 'full')
    expect([before.loudness < -27, before.signed.edition]).toEqual([true, 'full'])
    expect(await queueRecordings(shop().context, [RECORDINGS])).toBe(3)
    expect(await queueRecordings(shop().context, [RECORDINGS])).toBe(0)
    // Two processes at once: each recording is prepared by one of them.
    const [one, other] = await Promise.all([runAudioQueue(shop().context), runAudioQueue(shop().context)])
    expect(one + other).toBe(3)
    for (const { key } of tracks) {
      const { loudness, seconds } = await heard(key, 'full')
      expect([key, Math.abs(loudness + 18) <= 1, Math.abs(seconds - before.seconds) < 0.1]).toEqual([key, true, true])
    }
  })

  it.skipIf(!isAble)('[SO-4] makes a light edition with a part of the bytes (needs ffmpeg)', async () => {
    const { key } = await addTrack(3, 1)
    await queueRecordings(shop().context, [RECORDINGS])
    await runAudioQueue(shop().context)
    const [full, light] = [await heard(key, 'full'), await heard(key, 'light')]
    expect(light.signed.bytes).toEqual({
      full: full.bytes,
      ...(light.bytes < full.bytes * 0.9 && { light: light.bytes }),
    })
    expect([Math.abs(light.seconds - full.seconds) < 0.2, Math.abs(light.loudness + 18) <= 1]).toEqual([true, true])
  })

  it('[SO-3] plays a title as it was recorded when the publisher wishes so', async () => {
    const levelled = await heard('loud-0--6', 'full')
    await shop().db.query('update products set as_recorded = true where id = $1', [title])
    const { loudness } = await heard('loud-0--6', 'full')
    expect([levelled.loudness > -19, loudness < -27]).toEqual([true, true])
    await shop().db.query('update products set as_recorded = false where id = $1', [title])
  })

  it('[SO-4] plays the full edition where the light one is missing', async () => {
    const { key, mediaId } = await addTrack(5, -3)
    expect((await editionOf(mediaId))?.state).toBe('waiting')
    expect((await heard(key, 'light')).signed.edition).toBe('full')
  })

  it('[SO-1] tells a recording that does not decode, and goes on', async () => {
    const bytes = Buffer.from('no sound at all'.repeat(100))
    const path = `audio/${contentName(bytes)}.mp3`
    await shop().context.media.put(path, bytes)
    const [media] = await shop().db.query<{ id: number }>(
      `insert into media_files (kind, path, hash, bytes, seconds) values ('audio', $1, $1, 1, 1) returning id`,
      [path],
    )
    await shop().db.query(`update tracks set audio_id = $1 where key = 'loud-0--6'`, [media?.id])
    await queueRecordings(shop().context, [RECORDINGS])
    await runAudioQueue(shop().context)
    expect(await editionOf(media?.id ?? 0)).toEqual({ state: 'failed', fault: 'notDecodable' })
  })

  it('[SO-4] leaves what was cut off to the next process', async () => {
    const { mediaId } = await addTrack(7, -8)
    await queueRecordings(shop().context, [RECORDINGS])
    const stop = new AbortController()
    const running = runAudioQueue(shop().context, { stop: stop.signal })
    setTimeout(() => stop.abort(), 100)
    await running
    expect(await editionOf(mediaId)).toMatchObject({ state: 'waiting', fault: null })
    expect(await queueRecordings(shop().context, [RECORDINGS])).toBe(1)
    expect(await runAudioQueue(shop().context)).toBe(1)
    expect((await editionOf(mediaId))?.state).toBe('ready')
  })
})
