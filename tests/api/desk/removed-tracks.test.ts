import { beforeEach, describe, expect, it } from 'vitest'
import { titleUrl } from '#contract/listening/listening.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { findTracks } from '../../../src/server/catalog/title-details.ts'
import { progressOf } from '../../../src/server/listening/title-progress.ts'
import { signTrack } from '../../../src/server/listening/track-address.ts'
import { applyRetention } from '../../../src/server/privacy/retention.ts'
import { makeListener } from '../support/personas.ts'
import { idOf, useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
const DAY = 86_400_000
const START = new Date('2026-11-21T06:00:00Z')
let cookie = ''
let id = 0
let listener = 0
let mails = 0
const at = (row: Parameters<typeof sendAt>[2], input: Record<string, unknown> = {}) =>
  sendAt(shop(), cookie, row, input)
const read = async () => (await at(endpoints.deskTitle, { id })).json<ReplyOf<typeof endpoints.deskTitle>>()
const tracksOf = () =>
  shop().db.query<{ id: number; key: string }>(
    'select id, key from current_tracks where product_id = $1 order by position',
    [id],
  )
/** Saves the title without a track; returns the number of the change. */
async function remove(key: string): Promise<number> {
  const { version, title } = await read()
  const tracks = title.tracks.filter((track) => track.key !== key)
  return (await at(endpoints.deskSaveTitle, { id, version, title: { ...title, tracks } })).json().change
}
async function wait(days: number): Promise<void> {
  shop().clock.now = new Date(START.getTime() + days * DAY)
  cookie = (await enterDesk(shop(), 'editor')).cookie
}

beforeEach(async () => {
  await wait(0)
  id = await idOf(shop(), 'products', 'dnyaneshwari')
  listener = await makeListener(shop(), `hears${(mails += 1)}@x.test`)
  const [first] = await tracksOf()
  await shop().db.query(
    `insert into listening_positions (user_id, track_id, product_id, opened_at, seconds, event_at, played_at, heard)
      values ($1, $2, $3, $4, 12, $4, $4, '{[0,12)}')`,
    [listener, first?.id, id, START],
  )
})

describe('a track that an editor removes', () => {
  it('[DK-4] comes back with its number, and with the positions of its listeners', async () => {
    const before = await tracksOf()
    const change = await remove('dn/1')
    expect((await tracksOf()).map(({ key }) => key)).toEqual(['dn/2'])
    expect((await at(endpoints.deskUndo, { id: change })).statusCode).toBe(200)
    expect(await tracksOf()).toEqual(before)
    const progress = (await progressOf(shop().db, listener, [id]))(id)
    expect(progress.last).toMatchObject({ track_id: before[0]?.id, seconds: 12 })
  })

  it('[DK-3] is nowhere meanwhile: not in the title, not in progress, not to play', async () => {
    const [first] = await tracksOf()
    const play = () => signTrack(shop().context, listener, { url: titleUrl(id), key: 'dn/1' })
    expect(await play()).toBeDefined()
    const change = await remove('dn/1')
    expect(await play()).toBeUndefined()
    expect((await findTracks(shop().db, id, 0, 10))?.tracks.map(({ key }) => key)).toEqual(['dn/2'])
    expect((await findTracks(shop().db, id, 0, 10))?.count).toBe(1)
    expect((await progressOf(shop().db, listener, [id]))(id)).toMatchObject({ last: null, places: [] })
    const page = (await at(endpoints.deskTitlePage, { id })).json<ReplyOf<typeof endpoints.deskTitlePage>>()
    expect(JSON.stringify(page)).not.toContain(`"id":${first?.id},"key":"dn/1"`)
    await at(endpoints.deskUndo, { id: change })
    expect(await play()).toBeDefined()
  })

  it('[DK-5] is deleted with its positions after 30 days', async () => {
    const [first] = await tracksOf()
    await remove('dn/1')
    const positions = () => shop().db.query('select 1 from listening_positions where track_id = $1', [first?.id])
    await wait(29.9)
    await applyRetention(shop().context, (error) => {
      throw error
    })
    expect(await positions()).not.toEqual([])
    await wait(30.1)
    await applyRetention(shop().context, (error) => {
      throw error
    })
    expect(await positions()).toEqual([])
    expect(await shop().db.query(`select 1 from tracks where key = 'dn/1'`)).toEqual([])
  })
})
