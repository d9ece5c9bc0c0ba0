import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { coverOf, withDrawnCover } from '../support/drawn-cover.ts'
import { call, idOf, useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
let cookie = ''
beforeAll(async () => void ({ cookie } = await enterDesk(shop(), 'editor')))
const at = (row: Parameters<typeof sendAt>[2], input: Record<string, unknown> = {}) =>
  sendAt(shop(), cookie, row, input)
const shows = async () => (await at(endpoints.deskShows)).json<ReplyOf<typeof endpoints.deskShows>>().shows
const edited = async (id: number) => (await at(endpoints.deskTitle, { id })).json<ReplyOf<typeof endpoints.deskTitle>>()
let sounds = 0
/** The path of a recording that no title has: all titles of the fixture have the same one. */
async function newSound(): Promise<string> {
  sounds += 1
  const [row] = await shop().db.query<{ path: string }>(
    `insert into media_files (kind, hash, path, bytes, seconds)
     select kind, $1, 'audio/episode0' || $1 || '.mp3', bytes, seconds from media_files where kind = 'audio' limit 1 returning path`,
    [String(sounds)],
  )
  return `media/${row?.path}`
}

const none = { name: '', description: '' }
async function wish(more: object = {}) {
  const id = await idOf(shop(), 'products', 'cast')
  const [show] = (await shows()).filter((one) => one.id === id)
  return {
    ...{ id, number: show?.number, audio: await newSound(), isFree: true, published: '2026-11-20' },
    ...{ en: { name: 'Rain & roofs', description: 'What <rain> does.' }, mr: none, ...more },
  }
}

describe('a new episode', () => {
  it('[DK-3] comes behind the others with its number and its day, and is taken out again', async () => {
    const { cookie: own } = await enterDesk(shop(), 'owner')
    const input = await wish({ mr: { name: 'पाऊस', description: '' } })
    const before = await edited(input.id)
    const added = (await sendAt(shop(), own, endpoints.deskAddEpisode, input)).json<{ state: string; change: number }>()
    expect(added.state).toBe('shown')
    const { tracks } = (await edited(input.id)).title
    expect(tracks.map(({ key }) => key).slice(0, -1)).toEqual(before.title.tracks.map(({ key }) => key))
    expect(tracks.at(-1)).toMatchObject({
      translations: { en: { name: 'Rain & roofs', description: 'What <rain> does.' }, mr: { name: 'पाऊस' } },
      isFree: true,
    })
    const [row] = await shop().db.query<{ episode: object }>(
      'select episode from tracks where product_id = $1 order by position desc limit 1',
      [input.id],
    )
    // Midnight in India.
    expect(row?.episode).toEqual({ number: input.number, published: '2026-11-19T18:30:00.000Z' })
    const listed = await call(shop(), endpoints.tracks, { id: input.id, offset: '0', limit: 50 })
    expect(listed.producttracks.map(({ published }) => published)).toEqual([
      ...before.title.tracks.map(() => undefined),
      '2026-11-20',
    ])
    expect((await shows()).find(({ id }) => id === input.id)?.number).toBe(Number(input.number) + 1)
    await sendAt(shop(), own, endpoints.deskUndo, { id: added.change })
    expect((await edited(input.id)).title.tracks).toHaveLength(before.title.tracks.length)
  })

  it('[DK-3] leaves the cover that the shop drew, and draws it anew when its author has another name', async () => {
    await shop().db.query(
      `insert into product_people (product_id, person_id, role, position)
       select p.id, (select min(id) from people), 'author', 0 from products p where p.key = 'cast' on conflict do nothing`,
    )
    const drawn = await withDrawnCover(shop(), 'cast')
    expect(drawn).toMatch(/^covers\/drawn/)
    expect((await at(endpoints.deskAddEpisode, await wish())).statusCode).toBe(200)
    expect(await coverOf(shop(), 'cast')).toBe(drawn)
    await shop().db.query(
      `update people set translations = '{"en": {"name": "Renamed"}, "mr": {"name": "नवे नाव"}}' where id in (
         select l.person_id from product_people l join products p on p.id = l.product_id where p.key = 'cast' and l.role = 'author')`,
    )
    expect((await at(endpoints.deskAddEpisode, await wish())).statusCode).toBe(200)
    const again = await coverOf(shop(), 'cast')
    expect(again).toMatch(/^covers\/drawn/)
    expect(again).not.toBe(drawn)
  })

  it('[DK-12] keeps what somebody else saved meanwhile, and the same sound is not added twice', async () => {
    const input = await wish()
    const editing = await edited(input.id)
    const renamed = { ...editing.title, priceInr: 4_200 }
    await at(endpoints.deskSaveTitle, { id: input.id, version: editing.version, title: renamed })
    const answers = await Promise.all([at(endpoints.deskAddEpisode, input), at(endpoints.deskAddEpisode, input)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()[0]).toBe(200)
    expect(answers.map((one) => one.json<{ fault?: string }>().fault)).toContain('repeated')
    const { title } = await edited(input.id)
    expect([title.priceInr, title.tracks.length]).toEqual([4_200, editing.title.tracks.length + 1])
  })

  it.each([
    ['nameNeeded', { en: none, audio: undefined }],
    ['badInput', { published: '2026-11-22' }],
    ['badInput', { published: '2026-02-30' }],
    ['notFound', { id: 999_999 }],
  ])('[DK-3] is refused: %s %o', async (fault, more) => {
    const sound = await newSound()
    const answer = (
      await at(endpoints.deskAddEpisode, { ...(await wish({ audio: sound })), ...more, audio: sound })
    ).json<{
      fault: string
    }>()
    expect(answer.fault).toBe(fault)
  })

  it('[DK-3] is offered for podcasts and series, and for no title in the trash', async () => {
    const recurring = await shop().db.query<{ id: number }>(
      `select id from products where (recurring or audio_type = 'podcast') and status = 'published' order by id`,
    )
    expect((await shows()).map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(recurring.map(({ id }) => id))
    await shop().db.query(`update products set status = 'unpublished', withheld = 'trash' where key = 'cast'`)
    expect((await shows()).map(({ id }) => id)).not.toContain(await idOf(shop(), 'products', 'cast'))
    expect(
      (await at(endpoints.deskAddEpisode, await wish({ number: 1, audio: await newSound() }))).json(),
    ).toMatchObject({
      fault: 'inTrash',
    })
  })
})
