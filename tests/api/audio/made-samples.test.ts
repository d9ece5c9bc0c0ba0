import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Measurement } from '#contract/listening/audio.ts'
import type { TitleEdit } from '#contract/desk/titles/title-edit.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { queueRecordings, runAudioQueue } from '../../../src/server/audio/audio-queue.ts'
import { hasFfmpeg } from '../../../src/server/audio/ffmpeg.ts'
import { signSample } from '../../../src/server/listening/samples.ts'
import { emptyQueues } from '../support/jobs.ts'
import { call, idOf, useShop } from '../support/shop.ts'
import { addRecording, addTrackOf, decoded, demoSound, synthesized, withoutSound } from '../support/sounds.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
const isAble = await hasFfmpeg()
let title: number
let cookie: string
let speech: Buffer
beforeAll(async () => {
  title = await idOf(shop(), 'products', 'dnyaneshwari')
  ;({ cookie } = await enterDesk(shop(), 'editor'))
  speech = await demoSound('dnyaneshwari/01.mp3')
  // Short sounds are measured soon.
  shop().context.samplePlan = { after: 10, seconds: 8 }
})
beforeEach(async () => {
  await withoutSound(shop())
  await emptyQueues(shop().db)
  await shop().db.query('delete from tracks where product_id = $1', [title])
})

/** Everything that a worker does until nothing is left. */
async function work(): Promise<void> {
  while ((await queueRecordings(shop().context)) > 0) await runAudioQueue(shop().context)
}

type Made = { source_id: number; starts: number; ends: number; is_placed: boolean; state: string; fault: string | null }
const rowOf = async () => (await shop().db.query<Made>('select * from made_samples where product_id = $1', [title]))[0]
const shown = async () =>
  ((await call(shop(), endpoints.productDetails, { id: title })).product_details[0]?.sampletracks ?? []).map(
    ({ map_url }) => map_url,
  )

/** The sound that a guest gets. */
async function heard(): Promise<Awaited<ReturnType<typeof decoded>>> {
  const [mapUrl = ''] = await shown()
  const { data } = await call(shop(), endpoints.sampleSignedUrl, { map_url: mapUrl })
  const response = await shop().app.inject(data.signed_url)
  return decoded(response.rawPayload)
}

const measurementOf = async (mediaId: number) =>
  (
    await shop().db.query<{ measurement: Measurement }>('select measurement from audio_editions where media_id = $1', [
      mediaId,
    ])
  )[0]?.measurement

const loudest = (samples: Float32Array) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)

/** Seconds by which a second of `part` stands elsewhere in `whole` than at `expected`, and how alike they are there. */
function found(whole: Float32Array, part: Float32Array, expected: number, rate: number) {
  const piece = part.subarray(rate * 3, rate * 4)
  let best = { off: NaN, alike: 0 }
  for (let shift = -rate / 10; shift <= rate / 10; shift += 1) {
    const alike = likeness(whole.subarray(Math.round((expected + 3) * rate) + shift), piece)
    if (alike > best.alike) best = { off: shift / rate, alike }
  }
  return best
}

/** 1: the same sound, at whatever level. */
function likeness(whole: Float32Array, piece: Float32Array): number {
  let [product, own, other] = [0, 0, 0]
  for (let place = 0; place < piece.length; place += 1) {
    const [one, two] = [whole[place] ?? 0, piece[place] ?? 0]
    product += one * two
    own += one * one
    other += two * two
  }
  return product / Math.sqrt(own * other || 1)
}

const at = (row: Parameters<typeof sendAt>[2], input: object) => sendAt(shop(), cookie, row, { ...input })
async function saveTitle(change: Partial<TitleEdit>): Promise<number> {
  const editing = (await at(endpoints.deskTitle, { id: title })).json<ReplyOf<typeof endpoints.deskTitle>>()
  const input = { id: title, version: editing.version, title: { ...editing.title, ...change } }
  return (await at(endpoints.deskSaveTitle, input)).statusCode
}

describe.skipIf(!isAble)('the sample of a title that has none (needs ffmpeg)', () => {
  it('[SO-5] is that second of its sound, from a pause to a pause, at the level of the shop', async () => {
    const { mediaId } = await addTrackOf(shop(), title, speech, 51)
    await work()
    const { starts = 0, ends = 0, ...row } = (await rowOf()) ?? {}
    expect(row).toMatchObject({ source_id: mediaId, state: 'ready', is_placed: false })
    const pauses = (await measurementOf(mediaId))?.pauses ?? []
    expect([starts >= 9, starts < 26, ends - starts > 8]).toEqual([true, true, true])
    const isPause = (second: number) => pauses.some(({ start, end }) => start <= second && second <= end + 0.01)
    expect([isPause(starts), isPause(ends)]).toEqual([true, true])
    const [sample, track] = [await heard(), await decoded(speech)]
    expect(Math.abs(sample.samples.length / sample.rate - (ends - starts))).toBeLessThan(0.15)
    const { off, alike } = found(track.samples, sample.samples, starts, sample.rate)
    expect([sample.rate, Math.abs(off) < 0.08, alike > 0.9]).toEqual([track.rate, true, true])
    const [edition] = await shop().db.query<{ loudness: number }>(
      `select (e.measurement ->> 'loudness')::float8 + e.gain as loudness from samples s join audio_editions e on e.media_id = s.audio_id where s.product_id = $1`,
      [title],
    )
    expect(Math.abs((edition?.loudness ?? 0) + 18)).toBeLessThanOrEqual(1)
  })

  it('[SO-5] is faded where it is cut out of sound without a pause', async () => {
    await addTrackOf(shop(), title, synthesized('sine=f=440:d=40'), 40)
    await work()
    expect(await rowOf()).toMatchObject({ starts: 10, ends: 18, state: 'ready' })
    const { samples, rate } = await heard()
    const middle = loudest(samples.subarray(rate * 4, rate * 5))
    const begin = loudest(samples.subarray(0, rate * 0.02))
    const end = loudest(samples.subarray(samples.length - rate * 0.02))
    expect([begin < middle / 4, end < middle / 4]).toEqual([true, true])
    expect(loudest(samples.subarray(rate, rate * 2)) > middle * 0.95).toBe(true)
  })

  it('[SO-5] is made once by two workers', async () => {
    await addTrackOf(shop(), title, synthesized('sine=f=330:d=40'), 40)
    await queueRecordings(shop().context)
    await runAudioQueue(shop().context)
    // The sample waits now: another process looks before the first has committed.
    const queued = await shop().db.transaction(async (inner) => [
      await queueRecordings({ ...shop().context, db: inner }),
      await queueRecordings(shop().context),
    ])
    const done = await Promise.all([runAudioQueue(shop().context), runAudioQueue(shop().context)])
    expect([queued, done.toSorted()]).toEqual([
      [1, 0],
      [0, 1],
    ])
    expect(await shop().db.query('select 1 from samples where product_id = $1', [title])).toHaveLength(1)
  })

  it('[SO-5] goes with the sound it was cut from, and is made again from the new one', async () => {
    const { mediaId } = await addTrackOf(shop(), title, synthesized('sine=f=500:d=40'), 40)
    await work()
    expect(await shown()).toHaveLength(1)
    const other = await addRecording(shop(), synthesized('sine=f=900:d=40'), 40)
    const [path] = await shop().db.query<{ path: string }>('select path from media_files where id = $1', [other])
    const audio = `media/${path?.path ?? ''}`
    const tracks = [{ translations: { en: { name: 'New' } }, audio, isFree: false }]
    expect(await saveTitle({ tracks })).toBe(200)
    expect(await shown()).toEqual([])
    await work()
    expect([mediaId === other, (await rowOf())?.source_id === other, (await shown()).length]).toEqual([false, true, 1])
    const { samples, rate } = await heard()
    expect(crossingsOf(samples.subarray(rate * 3, rate * 4))).toBeCloseTo(1_800, -2)
  })

  it('[SO-5] gives way to one of the publisher, and comes back without it', async () => {
    await addTrackOf(shop(), title, synthesized('sine=f=600:d=40'), 40)
    await work()
    const own = await addRecording(shop(), synthesized('sine=f=200:d=8'), 8)
    const [row] = await shop().db.query<{ path: string }>('select path from media_files where id = $1', [own])
    expect(await saveTitle({ samples: [`media/${row?.path ?? ''}`] })).toBe(200)
    expect(await shown()).toEqual(['samples/dnyaneshwari/0'])
    await work()
    expect(await shown()).toEqual(['samples/dnyaneshwari/0'])
    expect((await at(endpoints.deskSamplePlace, { id: title, place: null })).json()).toMatchObject({
      fault: 'ownSample',
    })
    expect(await saveTitle({ samples: [] })).toBe(200)
    await work()
    expect(await shown()).toEqual(['samples/dnyaneshwari/made'])
    // An editor who saves something else changes nothing about it, and does not save it as their own.
    expect(await saveTitle({ priceInr: 12_300 })).toBe(200)
    expect(await shown()).toEqual(['samples/dnyaneshwari/made'])
    const edit = (await at(endpoints.deskTitle, { id: title })).json<ReplyOf<typeof endpoints.deskTitle>>()
    expect(edit.title.samples).toEqual([])
  })

  it('[SO-5] comes back after one of the publisher that came while it was cut, each time', async () => {
    await addTrackOf(shop(), title, synthesized('sine=f=620:d=40'), 40)
    await queueRecordings(shop().context)
    await runAudioQueue(shop().context)
    const own = await addRecording(shop(), synthesized('sine=f=210:d=8'), 8)
    const [row] = await shop().db.query<{ path: string }>('select path from media_files where id = $1', [own])
    for (const times of [1, 2]) {
      await queueRecordings(shop().context)
      const running = runAudioQueue(shop().context)
      await expect.poll(async () => (await rowOf())?.source_id, { interval: 5 }).toBeGreaterThan(0)
      expect(await saveTitle({ samples: [`media/${row?.path ?? ''}`] })).toBe(200)
      await running
      await work()
      expect([times, await shown()]).toEqual([times, ['samples/dnyaneshwari/0']])
      expect(await saveTitle({ samples: [] })).toBe(200)
    }
    await work()
    expect([(await rowOf())?.state, await shown()]).toEqual(['ready', ['samples/dnyaneshwari/made']])
  })

  it('[SO-5] is moved by an editor, by name in the log; the old one is heard until then', async () => {
    await addTrackOf(shop(), title, synthesized('sine=f=440:d=40'), 40)
    await work()
    const place = { position: 1, after: 20, seconds: 12 }
    const reply = (await at(endpoints.deskSamplePlace, { id: title, place })).json<{ title: object }>()
    expect(reply.title).toMatchObject({
      sample: { kind: 'made', state: 'waiting', is_placed: true, place: { track: 1, starts: 20, ends: 32 } },
    })
    expect((await heard()).samples.length / 44_100).toBeCloseTo(8, 0)
    const part = async () => (await signSample(shop().context, 'samples/dnyaneshwari/made'))?.part
    expect(await part()).toBeNull()
    await work()
    expect((await heard()).samples.length / 44_100).toBeCloseTo(12, 0)
    const [action] = await shop().db.query(`select who from operator_actions where action = 'place of sample'`)
    expect(String(action?.['who'])).toMatch(/^editor/)
    // Links into these seconds play in it for who may not hear the track.
    const [track] = await shop().db.query<{ id: number }>('select id from tracks where product_id = $1', [title])
    expect(await part()).toEqual({ track_id: track?.id, starts: 20, ends: 32 })
    await at(endpoints.deskSamplePlace, { id: title, place: null })
    await work()
    expect(await rowOf()).toMatchObject({ starts: 10, is_placed: false })
    for (const wrong of [{ position: 2, after: 1, seconds: 20 }])
      expect((await at(endpoints.deskSamplePlace, { id: title, place: wrong })).json()).toMatchObject({
        fault: 'notMeasured',
      })
    const long = { position: 1, after: 1, seconds: 121 }
    expect((await at(endpoints.deskSamplePlace, { id: title, place: long })).statusCode).toBe(400)
  })

  it('[SO-5] is cut from the track that was chosen, also after another one was removed', async () => {
    const ids: number[] = []
    for (const hertz of [300, 400, 500])
      ids.push((await addTrackOf(shop(), title, synthesized(`sine=f=${hertz}:d=20`), 20)).mediaId)
    await work()
    const edit = (await at(endpoints.deskTitle, { id: title })).json<ReplyOf<typeof endpoints.deskTitle>>()
    // Saved once, so that the places begin at the first.
    expect(await saveTitle({ tracks: edit.title.tracks.map((track) => ({ ...track, isFree: true })) })).toBe(200)
    expect(await saveTitle({ tracks: edit.title.tracks.slice(1) })).toBe(200)
    for (const position of [1, 2]) {
      const place = { position, after: 5, seconds: 10 }
      const reply = (await at(endpoints.deskSamplePlace, { id: title, place })).json<{ title: object }>()
      expect(reply.title).toMatchObject({ sample: { place: { track: position } } })
      expect([position, (await rowOf())?.source_id]).toEqual([position, ids[position]])
    }
    const gone = { position: 3, after: 5, seconds: 10 }
    expect((await at(endpoints.deskSamplePlace, { id: title, place: gone })).json()).toMatchObject({
      fault: 'notMeasured',
    })
  })

  it('[SO-5] that was being made for another place is thrown away', async () => {
    await addTrackOf(shop(), title, synthesized('sine=f=700:d=40'), 40)
    await queueRecordings(shop().context)
    await runAudioQueue(shop().context)
    await queueRecordings(shop().context)
    const running = runAudioQueue(shop().context)
    const started = async () => (await rowOf())?.starts === 10
    await expect.poll(started, { interval: 5 }).toBe(true)
    await at(endpoints.deskSamplePlace, { id: title, place: { position: 1, after: 22, seconds: 15 } })
    await running
    await work()
    expect(await rowOf()).toMatchObject({ starts: 22, ends: 37, state: 'ready' })
    expect((await heard()).samples.length / 44_100).toBeCloseTo(15, 0)
  })

  it('[SO-5] of a title that is not shown is heard by nobody; a short title gives nothing away', async () => {
    await addTrackOf(shop(), title, synthesized('sine=f=440:d=18'), 18)
    await work()
    const { starts = 0, ends = 0 } = (await rowOf()) ?? {}
    // A third of it.
    expect([starts, ends - starts]).toEqual([expect.closeTo(6, 0), expect.closeTo(6, 0)])
    await shop().db.query(`update products set status = 'unpublished' where id = $1`, [title])
    expect(await signSample(shop().context, 'samples/dnyaneshwari/made')).toBeUndefined()
    await shop().db.query(`update products set status = 'published' where id = $1`, [title])
    expect(await signSample(shop().context, 'samples/dnyaneshwari/made')).toBeDefined()
    await withoutSound(shop())
    await addTrackOf(shop(), title, synthesized('sine=f=440:d=9'), 9)
    await work()
    expect(await rowOf()).toMatchObject({ state: 'failed', fault: 'tooShort' })
    expect(await shown()).toEqual([])
  })
})

/** Twice its hertz, of a second of a tone. */
function crossingsOf(samples: Float32Array): number {
  let count = 0
  for (let place = 1; place < samples.length; place += 1)
    if ((samples[place] ?? 0) >= 0 !== (samples[place - 1] ?? 0) >= 0) count += 1
  return count
}
