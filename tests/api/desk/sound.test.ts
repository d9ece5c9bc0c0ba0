import { expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { queueRecordings, runAudioQueue } from '../../../src/server/audio/audio-queue.ts'
import { idOf, useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()

it('[SO-2] the desk shows what was measured, what waits and what is wrong', async () => {
  const { cookie } = await enterDesk(shop(), 'editor')
  const id = await idOf(shop(), 'products', 'dnyaneshwari')
  await shop().db.query('delete from samples')
  await shop().db.query('update tracks set audio_id = null where product_id <> $1', [id])
  await shop().db.query(
    'delete from audio_editions e where not exists (select from tracks t where t.audio_id = e.media_id)',
  )
  const listed = async () =>
    (await sendAt(shop(), cookie, endpoints.deskSoundTitles, { q: 'dnyan' })).json<{
      titles: object[]
      total: number
    }>()
  expect((await listed()).titles).toMatchObject([{ id, failed: 0 }])
  const before = (await sendAt(shop(), cookie, endpoints.deskSound, { id })).json<{ title: { tracks: object[] } }>()
  expect(before.title.tracks[0]).toMatchObject({ state: 'waiting', measurement: null })
  await queueRecordings(shop().context)
  await runAudioQueue(shop().context)
  const summary = async () => (await sendAt(shop(), cookie, endpoints.deskTitle, { id })).json().sound
  expect((await summary()).tracks[0]).toMatchObject({ state: 'ready', audio: expect.stringMatching(/^media\/audio\//) })
  const { title } = (await sendAt(shop(), cookie, endpoints.deskSound, { id })).json<{
    title: { tracks: { measurement: { loudness: number; curve: number[] }; acx: object[] }[] }
  }>()
  expect(title.tracks[0]).toMatchObject({ state: 'ready', position: 1 })
  expect([title.tracks[0]?.acx.length, (title.tracks[0]?.measurement.curve.length ?? 0) > 10]).toEqual([7, true])
  expect((await listed()).titles).toMatchObject([{ id, waiting: 0, failed: 0 }])
  // The editor of the title shows the same: as many findings of each track.
  const findings = await shop().db.query<{ count: number }>(
    `update audio_editions set measurement = measurement || '{"noiseFloor": -20}' where media_id in (select audio_id from tracks where product_id = $1) returning 1`,
    [id],
  )
  expect((await summary()).tracks.map((track: { findings: number }) => track.findings > 0)).toEqual(
    findings.map(() => true),
  )
})

it('[SO-3] an editor lets a title play as it was recorded, which is logged by name', async () => {
  const { cookie } = await enterDesk(shop(), 'editor')
  const id = await idOf(shop(), 'products', 'tukaram')
  const { statusCode } = await sendAt(shop(), cookie, endpoints.deskSoundLevel, { id, as_recorded: true })
  expect(statusCode).toBe(200)
  const [title] = await shop().db.query('select as_recorded from products where id = $1', [id])
  const [action] = await shop().db.query(`select who, details from operator_actions where action = 'level of title'`)
  expect([title, action]).toMatchObject([{ as_recorded: true }, { details: { asRecorded: true } }])
  expect(String(action?.['who'])).toMatch(/^editor/)
  expect((await sendAt(shop(), cookie, endpoints.deskSound, { id: 999_999 })).statusCode).toBe(404)
})
