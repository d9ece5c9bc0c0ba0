import { describe, expect, it } from 'vitest'
import { advanceClock, ask } from '../support/personas.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import {
  accessTo,
  otherDevice,
  playerOf,
  signedIn,
  subscribe,
  withTracks,
  type Listener,
  type Title,
} from '../support/listening.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()
let used = 0
/** A free title of its own for a test. */
async function titleOf(lengths = [600, 300]): Promise<Title> {
  const key = `kid-${(used += 1) % 12}`
  await shop().db.query('update products set is_free = true where key = $1', [key])
  return withTracks(shop(), key, lengths)
}
const completionOf = async (listener: Listener, title: Title) =>
  (await accessTo(shop(), listener, title.id)).total_tracks_completion
const last = async ({ token }: Listener, title: Title) =>
  (await ask(shop(), endpoints.lastPlayed, { product_id: title.id }, { token })).body.data

describe('progress reports of the player', () => {
  it('[PL-3] answers initiate with a session and the resume position, and stores a pause', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf()]
    const play = await playerOf(shop(), listener, title)
    const { body } = await play('initiate')
    expect(body).toEqual({
      status: true,
      data: {
        map_key: expect.stringMatching(/^[0-9a-f]{32}$/),
        map_id: expect.any(Number),
        actual_start_time: 0,
        other_place: null,
      },
    })
    advanceClock(shop(), 65)
    const { map_key, map_id } = body.data
    expect((await play('pause', { map_key, map_id, pause_seconds: '65' })).body.data).toEqual({
      map_key,
      map_id,
      actual_start_time: 65,
      other_place: null,
    })
    expect((await play('initiate')).body.data.actual_start_time).toBe(65)
    expect(await last(listener, title)).toMatchObject({ track_id: title.tracks[0], seconds: 65 })
  })

  it('[PL-3] accepts seconds as text, in Devanagari digits and as a number, and refuses anything else', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf()]
    const play = await playerOf(shop(), listener, title)
    await play('initiate')
    expect((await play('pause', { pause_seconds: '४२' })).body.data.actual_start_time).toBe(42)
    expect((await play('drag', { pause_seconds: 42.4, start_seconds: 120 })).body.data.actual_start_time).toBe(120)
    for (const pause_seconds of ['-1', '1e3', 'NaN', -1, 1e9, '', [1]]) {
      expect((await play('pause', { pause_seconds: pause_seconds as string })).status, String(pause_seconds)).toBe(400)
    }
    expect((await play('pause', { pause_seconds: 5_000 })).body.data.actual_start_time).toBe(0)
    expect((await last(listener, title)).seconds).toBe(600)
  })

  it('[PL-3] restarts a completed track, and continues with the next one', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf()]
    const [first, second] = [await playerOf(shop(), listener, title, 0), await playerOf(shop(), listener, title, 1)]
    await first('initiate')
    advanceClock(shop(), 600)
    await first('end', { pause_seconds: '600' })
    await second('initiate')
    advanceClock(shop(), 20)
    await second('pause', { pause_seconds: '20' })
    expect(await last(listener, title)).toMatchObject({ track_id: title.tracks[1], seconds: 20 })
    expect((await first('initiate')).body.data.actual_start_time).toBe(0)
  })

  it('[PL-4] refuses to start without entitlement, with a track of another title, or with the session of another listener', async () => {
    const [listener, other, title] = [await signedIn(shop()), await signedIn(shop()), await titleOf()]
    const paidTitle = await withTracks(shop(), 'chhava', [60])
    const refused = await (await playerOf(shop(), listener, paidTitle))('initiate')
    expect([refused.status, refused.body]).toEqual([403, { status: false, fault: 'noAccess' }])
    const mixed = { ...title, tracks: paidTitle.tracks }
    expect((await (await playerOf(shop(), listener, mixed))('initiate')).status).toBe(404)
    const play = await playerOf(shop(), listener, title)
    expect((await play('pause', { pause_seconds: '5' })).status).toBe(404)
    const { map_id, map_key } = (await play('initiate')).body.data
    const stranger = await playerOf(shop(), other, title)
    expect((await stranger('pause', { map_id, map_key, pause_seconds: '99' })).status).toBe(404)
    expect((await play('pause', { map_id, map_key: 'other', pause_seconds: '99' })).status).toBe(404)
    expect((await last(listener, title)).seconds).toBe(0)
  })

  it('[PL-4] checks the plan at the time when playback started', async () => {
    const listener = await signedIn(shop())
    const title = await withTracks(shop(), 'shyamchi-aai', [600])
    await subscribe(shop(), listener, 'plan-30', [-29, 1])
    const play = await playerOf(shop(), listener, title)
    const begun = shop().clock.now.getTime()
    advanceClock(shop(), 2 * 86_400)
    const sent_at = shop().clock.now.getTime()
    expect((await play('initiate')).status).toBe(403)
    expect((await play('initiate', { event_at: begun, sent_at })).status).toBe(200)
    expect(
      (await play('pause', { event_at: begun + 60_000, sent_at, pause_seconds: '60' })).body.data.actual_start_time,
    ).toBe(60)
  })
})

describe('heard seconds', () => {
  it('[AC-2] reach 100 percent only when every track was heard', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf([600, 300])]
    const [first, second] = [await playerOf(shop(), listener, title, 0), await playerOf(shop(), listener, title, 1)]
    await first('initiate')
    advanceClock(shop(), 600)
    await first('end', { pause_seconds: '600' })
    expect(await completionOf(listener, title)).toBe(66.6)
    await second('initiate')
    advanceClock(shop(), 290)
    await second('pause', { pause_seconds: '290' })
    expect(await completionOf(listener, title)).toBe(98.8)
    advanceClock(shop(), 10)
    await second('end', { pause_seconds: '300' })
    expect(await completionOf(listener, title)).toBe(100)
  })

  it('[AC-2] attack case 53: do not grow by a seek to the end, an immediate pause at the end or thirty false reports', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf([600])]
    const play = await playerOf(shop(), listener, title)
    await play('initiate')
    await play('drag', { pause_seconds: 0, start_seconds: 600 })
    await play('end', { pause_seconds: '600' })
    await play('initiate')
    await play('pause', { pause_seconds: '600' })
    await play('drag', { pause_seconds: 600 })
    await play('initiate', { start_seconds: 0 })
    for (let second = 1; second <= 30; second += 1) await play('pause', { pause_seconds: String(second) })
    expect(await completionOf(listener, title)).toBe(0)
  })

  it('[AC-2] attack case 53: grow at most three times as fast as the clock', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf([600])]
    const play = await playerOf(shop(), listener, title)
    await play('initiate')
    advanceClock(shop(), 100)
    await play('pause', { pause_seconds: '300' })
    expect(await completionOf(listener, title)).toBe(50)
    advanceClock(shop(), 90)
    await play('pause', { pause_seconds: '600' })
    expect(await completionOf(listener, title)).toBe(50)
  })

  it('[AC-2] attack case 53: do not count reports from before the address was issued', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf([600])]
    const play = await playerOf(shop(), listener, title)
    const sent_at = shop().clock.now.getTime()
    await play('initiate', { event_at: sent_at - 3_600_000, sent_at })
    await play('end', { event_at: sent_at, sent_at, pause_seconds: '600' })
    expect(await completionOf(listener, title)).toBe(0)
  })

  it('[AC-2] attack case 53: do not grow twice as fast with two devices', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf([600, 600])]
    const [here, there] = [
      await playerOf(shop(), listener, title, 0),
      await playerOf(shop(), await otherDevice(shop(), listener), title, 1),
    ]
    await here('initiate')
    await there('initiate')
    advanceClock(shop(), 600)
    await here('end', { pause_seconds: '600' })
    await there('end', { pause_seconds: '600' })
    expect(await completionOf(listener, title)).toBe(50)
  })

  it('[AC-2] include what was heard before a seek, and each second once', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf([600])]
    const play = await playerOf(shop(), listener, title)
    await play('initiate')
    advanceClock(shop(), 60)
    await play('drag', { pause_seconds: 60, start_seconds: 30 })
    advanceClock(shop(), 60)
    await play('drag', { pause_seconds: 90, start_seconds: 300 })
    advanceClock(shop(), 30)
    await play('pause', { pause_seconds: '330' })
    expect(await completionOf(listener, title)).toBe(20)
  })
})

describe('late and repeated progress reports', () => {
  const offlineReports = (start: number) =>
    [
      { request_type: 'initiate', event_at: start, event_id: 'event-0001' },
      { request_type: 'pause', event_at: start + 60_000, event_id: 'event-0002', pause_seconds: '60' },
      { request_type: 'drag', event_at: start + 61_000, event_id: 'event-0003', pause_seconds: 60, start_seconds: 200 },
      { request_type: 'end', event_at: start + 461_000, event_id: 'event-0004', pause_seconds: '600' },
    ] as const

  it('[PL-6] accepts reports saved offline in order, and ignores repeated ones', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf([600])]
    const play = await playerOf(shop(), listener, title)
    const start = shop().clock.now.getTime()
    advanceClock(shop(), 3_600)
    const send = async () => {
      for (const { request_type, ...more } of offlineReports(start))
        await play(request_type, { ...more, sent_at: shop().clock.now.getTime() })
    }
    const rowsOf = () =>
      shop().db.query(
        `select * from listening_positions p join player_sessions s using (user_id, track_id) where user_id = $1`,
        [listener.id],
      )
    await send()
    const once = await rowsOf()
    expect(await completionOf(listener, title)).toBe(76.6)
    advanceClock(shop(), 30)
    await send()
    expect(await rowsOf()).toEqual(once)
    expect(await shop().db.query('select 1 from player_events where user_id = $1', [listener.id])).toHaveLength(4)
  })

  it('[PL-6] answers a repeated initiate with the first session', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf()]
    const play = await playerOf(shop(), listener, title)
    const answers = await Promise.all(Array.from({ length: 10 }, () => play('initiate', { event_id: 'same-event-1' })))
    expect(new Set(answers.map(({ body }) => `${body.data.map_id} ${body.data.map_key}`)).size).toBe(1)
  })

  it('[PL-6] uses only the time differences of a wrong device clock', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf()]
    const play = await playerOf(shop(), listener, title)
    const year2001 = Date.UTC(2001, 0, 1)
    await play('initiate', { event_at: year2001, sent_at: year2001 })
    advanceClock(shop(), 50)
    await play('pause', { event_at: year2001 + 50_000, sent_at: year2001 + 50_000, pause_seconds: '50' })
    expect(await last(listener, title)).toMatchObject({ seconds: 50, played_at: shop().clock.now.toISOString() })
    const year2100 = Date.UTC(2100, 0, 1)
    advanceClock(shop(), 5)
    await play('pause', { event_at: year2100, sent_at: year2001, pause_seconds: '55' })
    advanceClock(shop(), 5)
    await play('pause', { pause_seconds: '60' })
    expect(await last(listener, title)).toMatchObject({ seconds: 60 })
  })

  it('[PL-6] goes on where a device stopped last, although an earlier report of it was longer on its way', async () => {
    const [title, listener] = [await titleOf(), await signedIn(shop())]
    const [one, two] = [await playerOf(shop(), listener, title), await playerOf(shop(), listener, title, 1)]
    const begun = shop().clock.now.getTime()
    await one('initiate', { event_at: begun, sent_at: begun })
    // It left when the first track ended, and arrived three quarters of a minute later.
    advanceClock(shop(), 105)
    await one('end', { event_at: begun + 60_000, sent_at: begun + 60_000, pause_seconds: '600' })
    const sent_at = begun + 106_000
    advanceClock(shop(), 1)
    await two('initiate', { event_at: begun + 60_000, sent_at })
    await two('pause', { event_at: begun + 70_000, sent_at, pause_seconds: '10' })
    expect(await last(listener, title)).toMatchObject({ track_id: title.tracks[1], seconds: 10 })
  })

  it('[PL-6] does not move a newer position by a late report of another device', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf()]
    const [phone, laptop] = [
      await playerOf(shop(), listener, title),
      await playerOf(shop(), await otherDevice(shop(), listener), title),
    ]
    const start = shop().clock.now.getTime()
    advanceClock(shop(), 600)
    await laptop('initiate')
    advanceClock(shop(), 300)
    await laptop('pause', { pause_seconds: '300' })
    const sent_at = shop().clock.now.getTime()
    await phone('initiate', { event_at: start, sent_at })
    const { body } = await phone('pause', { event_at: start + 100_000, sent_at, pause_seconds: '100' })
    expect(body.data).toMatchObject({
      actual_start_time: 300,
      other_place: { track_id: title.tracks[0], seconds: 300 },
    })
    expect(await last(listener, title)).toMatchObject({ seconds: 300 })
    expect((await phone('drag', { pause_seconds: 100, start_seconds: 100 })).body.data).toMatchObject({
      actual_start_time: 100,
    })
    expect(await last(listener, title)).toMatchObject({ seconds: 100 })
  })
})

describe('two devices', () => {
  it('[PL-6] resume at the position of the other device', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf()]
    const phone = await playerOf(shop(), listener, title)
    await phone('initiate')
    advanceClock(shop(), 200)
    await phone('pause', { pause_seconds: '200' })
    const laptop = await playerOf(shop(), await otherDevice(shop(), listener), title)
    expect((await laptop('initiate')).body.data).toMatchObject({ actual_start_time: 200, other_place: null })
  })

  it('[PL-9] are told once when their positions differ by more than a minute', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf()]
    const [phone, laptop] = [
      await playerOf(shop(), listener, title),
      await playerOf(shop(), await otherDevice(shop(), listener), title),
    ]
    await phone('initiate')
    advanceClock(shop(), 30)
    await phone('pause', { pause_seconds: '30' })
    await laptop('initiate')
    advanceClock(shop(), 60)
    await laptop('pause', { pause_seconds: '90' })
    expect((await phone('initiate')).body.data.other_place).toBe(null)
    advanceClock(shop(), 100)
    await laptop('pause', { pause_seconds: '190' })
    const opened = (await phone('initiate')).body.data
    expect(opened).toMatchObject({ actual_start_time: 190, other_place: { track_id: title.tracks[0], seconds: 190 } })
    expect((await phone('initiate')).body.data.other_place).toBe(null)
  })

  it('[PL-9] are told when they are at different tracks', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf()]
    const there = await otherDevice(shop(), listener)
    const [phone, laptop] = [await playerOf(shop(), listener, title, 0), await playerOf(shop(), there, title, 1)]
    await phone('initiate')
    advanceClock(shop(), 5)
    await laptop('initiate')
    advanceClock(shop(), 5)
    expect((await phone('pause', { pause_seconds: '10' })).body.data.other_place).toMatchObject({
      track_id: title.tracks[1],
      seconds: 0,
    })
  })

  it('[PL-6] report at the same time without lost or doubled seconds', async () => {
    const [listener, title] = [await signedIn(shop()), await titleOf([600])]
    const plays = await Promise.all(
      [1, 2, 3, 4].map(async () => playerOf(shop(), await otherDevice(shop(), listener), title)),
    )
    await Promise.all(plays.map((play) => play('initiate')))
    advanceClock(shop(), 100)
    const answers = await Promise.all(
      plays.flatMap((play) => [play('pause', { pause_seconds: '100' }), play('pause', { pause_seconds: '100' })]),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await completionOf(listener, title)).toBe(16.6)
  })
})

it('[PL-6] stores the positions of fifty simultaneous listeners', async () => {
  const title = await titleOf([600])
  const many = await Promise.all(Array.from({ length: 50 }, () => signedIn(shop())))
  const reports = await Promise.all(
    many.map(async (listener) => ({ listener, play: await playerOf(shop(), listener, title) })),
  )
  await Promise.all(reports.map(({ play }) => play('initiate')))
  advanceClock(shop(), 100)
  await Promise.all(reports.map(({ play }, index) => play('pause', { pause_seconds: String(50 + index) })))
  const positions = await Promise.all(reports.map(({ listener }) => last(listener, title)))
  expect(positions.map(({ seconds }) => seconds)).toEqual(reports.map((_, index) => 50 + index))
})

it('[PD-6] counts an opened player without a name', async () => {
  const { token } = await signedIn(shop())
  for (let time = 0; time < 3; time += 1)
    expect((await ask(shop(), endpoints.playerAnalytics, {}, { token })).body).toEqual({ status: true })
  expect(await shop().db.query('select * from player_days')).toEqual([{ day: expect.any(String), opened: 3 }])
})
