import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { titleUrl } from '#contract/listening/listening.ts'
import { decodePauses } from '#contract/listening/pauses.ts'
import { advanceClock, ask } from '../support/personas.ts'
import { accessTo, playerOf, signedIn, withTracks, type Listener, type Title } from '../support/listening.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()
const ask403 = [403, { status: false, fault: 'noAccess' }]
const pausesOf = ({ token }: Pick<Listener, 'token'>, id = 0) => ask(shop(), endpoints.trackPauses, { id }, { token })

async function titleOf(key: string, isFree: boolean, lengths: number[]): Promise<Title> {
  await shop().db.query('update products set is_free = $2 where key = $1', [key, isFree])
  return withTracks(shop(), key, lengths)
}

/** What the shop measured of the recording that all tracks of these tests have. */
async function measure(pauses: { start: number; end: number }[] | undefined): Promise<void> {
  await shop().db.query('delete from audio_editions')
  if (!pauses) return
  await shop().db.query(
    `insert into audio_editions (media_id, state, measurement)
      select id, 'ready', $1 from media_files where kind = 'audio' order by id limit 1`,
    [JSON.stringify({ pauses })],
  )
}

describe('the pauses of a track', () => {
  const PAUSES = [
    { start: 0, end: 0.9 },
    { start: 4.2, end: 5.1 },
    { start: 9, end: 9.4 },
    { start: 58.5, end: 60 },
  ]

  it('[SO-6] are told to who may play it: those between words that can be shortened', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf('kid-1', true, [60])]
    await measure(PAUSES)
    const { status, body } = await pausesOf(listener, title.tracks[0])
    expect([status, decodePauses(body.pauses)]).toEqual([200, [{ start: 4.2, end: 5.1 }]])
  })

  it('[SO-6] are none while nobody has measured the recording', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf('kid-2', true, [60])]
    await measure(undefined)
    const { status, body } = await pausesOf(listener, title.tracks[0])
    expect([status, body]).toEqual([200, { status: true, pauses: [] }])
  })

  it('[PL-4] are refused to who may not play the title, for an unknown track, and without a session', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf('chhava', false, [60])]
    await measure(PAUSES)
    for (const id of [title.tracks[0], 999_999]) {
      const { status, body } = await pausesOf(listener, id)
      expect([status, body], String(id)).toEqual(ask403)
    }
    expect((await pausesOf({ token: '' }, title.tracks[0])).status).toBe(401)
  })
})

describe('a player that shortens pauses', () => {
  /** 200 of 600 seconds can be left out. */
  const HALF_SILENT = Array.from({ length: 100 }, (_, index) => ({ start: index * 6 + 1, end: index * 6 + 3.35 }))

  it.each([
    ['is believed what it left out at the highest speed', HALF_SILENT, 100],
    ['is not believed more than the pauses of the recording', [], 0],
  ])('[SO-6] %s', async (_name, pauses, expected) => {
    const [listener, title] = [await signedIn(shop()), await titleOf(`kid-${pauses.length ? 3 : 4}`, true, [600])]
    await measure(pauses)
    const play = await playerOf(shop(), listener, title)
    await play('initiate')
    advanceClock(shop(), 140)
    await play('end', { pause_seconds: '600' })
    expect((await accessTo(shop(), listener, title.id))?.total_tracks_completion).toBe(expected)
  })
})

describe('an offline copy', () => {
  it('[SO-4] gets the edition that is asked for, and is told what both weigh', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf('kid-5', true, [60])]
    const { db } = shop()
    await measure([])
    await shop().context.media.put('audio/light0000.mp3', Buffer.alloc(7))
    const [light] = await db.query<{ id: number }>(
      `insert into media_files (kind, path, hash, bytes, seconds) values ('audio', 'audio/light0000.mp3', 'light', 7, 60) returning id`,
    )
    await db.query('update audio_editions set light_id = $1', [light?.id])
    const keep = (edition?: 'full' | 'light') =>
      ask(shop(), endpoints.keepTrack, { url: titleUrl(title.id), key: title.keys[0] ?? '', edition }, listener)
    const { data } = (await keep('light')).body
    expect(data).toMatchObject({ edition: 'light', bytes: { light: 7, full: expect.any(Number) } })
    expect(data.signed_url).toContain('audio/light0000.mp3')
    expect((await keep()).body.data.edition).toBe('full')
    await db.query('update audio_editions set light_id = null')
    expect((await keep('light')).body.data).toMatchObject({ edition: 'full', bytes: { full: expect.any(Number) } })
  })
})
