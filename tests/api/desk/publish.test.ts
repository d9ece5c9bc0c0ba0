import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { changesSince } from '../../../src/server/catalog/changes/changes.ts'
import { problemOf } from '../../../src/server/desk/publish/publishing.ts'
import {
  endRequest,
  forgetRequests,
  reportPublications,
  takeRequest,
} from '../../../src/server/desk/publish/publications.ts'
import { useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
type State = {
  is_heard: boolean
  waiting: { kind: string; name: string }[] | null
  publications: { id: string; at: string; is_served: boolean }[]
  failure: { problem: string } | null
  requests: { kind: string; state: string; problem: string | null; asked_by: string }[]
}

async function atDesk() {
  const { cookie } = await enterDesk(shop(), 'editor')
  return {
    see: async () => (await sendAt(shop(), cookie, endpoints.deskPublishing)).json<State>(),
    ask: () => sendAt(shop(), cookie, endpoints.deskPublishNow),
    back: (publication: string) => sendAt(shop(), cookie, endpoints.deskRollBack, { publication }),
  }
}

describe('the page of publications', () => {
  it('[DK-6] names the titles that changed since the served pages', async () => {
    const desk = await atDesk()
    expect(await desk.see()).toMatchObject({ is_heard: false, waiting: null })
    const { revision } = await changesSince(shop().db)
    await reportPublications(shop().db, {
      at: shop().clock.now.toISOString(),
      isRunning: false,
      revision,
      publications: [],
    })
    expect(await desk.see()).toMatchObject({ is_heard: true, waiting: [] })
    const [title] = await shop().db.query<{ name: string }>(
      `update products set price_inr = price_inr where id = (select id from products where status = 'published' order by id limit 1) returning name`,
    )
    expect((await desk.see()).waiting).toContainEqual(expect.objectContaining({ kind: 'title', name: title?.name }))
  })

  it('[DK-6] gives a request to one process, and says in words why it failed', async () => {
    const desk = await atDesk()
    await desk.ask()
    const now = shop().clock.now
    const taken = await Promise.all([takeRequest(shop().db, now), takeRequest(shop().db, now)])
    const [request] = taken.filter((one) => one !== undefined)
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect((await desk.see()).requests[0]).toMatchObject({ kind: 'publish', state: 'running' })
    await endRequest(shop().db, request?.id ?? 0, now, 'the API at http://x does not answer /api/ (offline): start it')
    expect((await desk.see()).requests[0]).toMatchObject({
      state: 'failed',
      problem: 'noAnswer',
      asked_by: expect.stringMatching(/^editor/),
    })
  })

  it('[DK-6] rolls back to a publication that is there, and to no other', async () => {
    const desk = await atDesk()
    const publications = [{ id: '20261121T060000123', pages: 3, titles: 1, isServed: true }]
    await reportPublications(shop().db, { publications })
    expect((await desk.see()).publications[0]).toMatchObject({ at: '2026-11-21T06:00:00Z', is_served: true })
    expect((await desk.back('../../etc')).statusCode).toBe(404)
    expect((await desk.back('20261121T060000123')).statusCode).toBe(200)
    const [line] = await shop().db.query('select who, action, target from operator_actions order by id desc limit 1')
    expect(line).toMatchObject({
      action: 'roll back',
      target: '20261121T060000123',
      who: expect.stringMatching(/^editor/),
    })
  })

  it('[DK-6] ends requests whose process has gone', async () => {
    const desk = await atDesk()
    await desk.ask()
    while (await takeRequest(shop().db, shop().clock.now));
    await forgetRequests(shop().db, new Date(shop().clock.now.getTime() + 31 * 60_000))
    expect((await desk.see()).requests[0]).toMatchObject({ state: 'failed' })
  })

  it('[DK-6] knows the usual problems of a publication', () => {
    expect(
      [
        'another build of these pages is running (process 3): wait for it, or stop it',
        'no space is left on the disk of DATA_DIR. Free some',
        'the API call GET /x counts no titles: an empty catalog never replaces a filled one',
        'there is no publication 2: there are 1',
        'anything else',
      ].map(problemOf),
    ).toEqual(['busy', 'diskFull', 'emptyCatalog', 'gone', 'other'])
  })
})
