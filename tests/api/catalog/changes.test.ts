import { describe, expect, inject, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { buildApp } from '../../../src/server/app.ts'
import { listenToCatalog } from '../../../src/server/catalog/changes/catalog-signal.ts'
import { connect } from '../../../src/server/db/connect.ts'
import { releaseDue } from '../../../src/server/import/release-due.ts'
import { hideTitle } from '../../../src/server/operations/manage-titles.ts'
import { decideReview } from '../../../src/server/reviews/moderation.ts'
import { call, idOf, send, useShop } from '../support/shop.ts'

const shop = useShop()
const changes = (since?: string) =>
  call(shop(), endpoints.bulkChanges, { wait: 0, ...(since !== undefined && { since }) })
const sql = (text: string, values: unknown[] = []) => shop().db.query(text, values)
const oldestOf = (revision: string) => BigInt(revision.split('-')[2] ?? 0)

/** A revision after all that this test has done: transactions of other tests' databases on this server hold revisions back, too. */
async function now(): Promise<string> {
  const [last] = await sql('select pg_current_xact_id()::text as id')
  for (;;) {
    const { revision } = await changes()
    if (oldestOf(revision) > BigInt(String(last?.['id']))) return revision
  }
}
const title = (key: string) => idOf(shop(), 'products', key)
const ask = (query: string) => shop().app.inject(`/api/build/changes/?${query}`)

/** What is reported after some work. */
async function after(work: () => Promise<unknown>) {
  const since = await now()
  await work()
  return changes(since)
}

describe('the changes of the catalog', () => {
  it('[SP-2] are everything at first, and nothing when nothing happened', async () => {
    expect(await changes()).toMatchObject({ is_complete: false, titles: [], authors: [] })
    expect(await changes(await now())).toMatchObject({ is_complete: true, is_unchanged: true, titles: [], authors: [] })
  })

  it.each([
    ['its price', `update products set price_inr = price_inr + 1 where id = $1`],
    ['its name', `update products set translations = translations || '{"en":{"name":"Other"}}' where id = $1`],
    ['a track', `update tracks set name = name || '!' where product_id = $1`],
    ['a track that is taken out', `delete from tracks where product_id = $1 and position > 0`],
    ['its sample', `update samples set seconds = seconds + 1 where product_id = $1`],
    ['its people', `delete from product_people where product_id = $1 and role = 'artist'`],
    ['its genres', `delete from product_categories where product_id = $1`],
    ['its cover', `update media_files set bytes = bytes + 1 where id = (select cover_id from products where id = $1)`],
  ])('[SP-2] name a title after a change of %s', async (_, statement) => {
    const id = await title('dnyaneshwari')
    const { is_complete, is_unchanged, titles } = await after(() => sql(statement, [id]))
    expect([is_complete, is_unchanged, titles.includes(id)]).toEqual([true, false, true])
  })

  it('[SP-2] name the titles of a person and of a genre that changed, and authors whose titles did', async () => {
    const [tukaram, author] = [await title('tukaram'), await idOf(shop(), 'people', 'sant-dnyaneshwar')]
    const renamed = await after(() => sql(`update people set slug = slug || '-x' where id = $1`, [author]))
    expect([renamed.titles.includes(tukaram), renamed.authors]).toEqual([true, [author]])
    const genre = await after(() => sql(`update categories set name = 'Piety' where key = 'devotional'`))
    expect(genre.titles).toEqual([tukaram])
    expect((await after(() => sql('update products set name = name where id = $1', [tukaram]))).authors).toEqual([
      author,
    ])
  })

  it('[SP-2] name titles that are hidden, deleted, new, or whose day has come', async () => {
    const [hidden, deleted] = [await title('chhava'), await title('kid-3')]
    expect((await after(() => hideTitle(shop().context, 'chhava'))).titles).toEqual([hidden])
    expect((await after(() => sql('delete from products where id = $1', [deleted]))).titles).toEqual([deleted])
    const { titles } = await after(() =>
      sql(`insert into products (key, slug, name, audio_type, spoken, translations, published, status, withheld)
        values ('later', 'later', 'Later', 'audiobook', 'en', '{"en":{"name":"Later"}}', '2026-11-20', 'unpublished', 'scheduled')`),
    )
    expect(titles).toEqual([await title('later')])
    // With those that name it among their related titles now.
    expect((await after(() => releaseDue(shop().context))).titles).toContain(await title('later'))
    const shown = await call(shop(), endpoints.bulkProducts, { ids: [hidden, deleted, await title('later')] } as never)
    expect(shown.data.map(({ id }) => id)).toEqual([await title('later')])
  })

  it('[SP-2] name a title when a review of it is approved, not while it waits', async () => {
    const id = await title('tukaram')
    const insert = `insert into reviews (product_id, name, score, title, body, status) values ($1, 'A', 5, 'T', 'B', 'waiting') returning id`
    const waiting = await after(() => sql(insert, [id]))
    expect([waiting.is_unchanged, waiting.titles]).toEqual([true, []])
    const [review] = await sql(`select id from reviews where status = 'waiting'`)
    expect((await after(() => decideReview(shop().context, Number(review?.['id']), 'approved'))).titles).toEqual([id])
  })

  it('[SP-2] tell that a list changed, and ask to read everything when a plan did', async () => {
    const menu = await after(() => sql(`update menu_items set position = 7 where slug = 'home'`))
    expect(menu).toMatchObject({ is_complete: true, is_unchanged: false, titles: [] })
    expect(await after(() => sql('update plans set price_inr = price_inr + 1'))).toMatchObject({ is_complete: false })
  })

  it('[SP-2] are at least what happened since, while another database of the server has an open transaction', async () => {
    const other = connect({ ...inject('cluster'), database: 'postgres' }, 1)
    const [earlier, later] = [await title('tukaram'), await title('vyakti')]
    const touch = 'update products set name = name where id = $1'
    await now()
    await other.transaction(async (inner) => {
      await inner.query('select pg_current_xact_id()')
      await sql(touch, [earlier])
      const { revision } = await changes()
      await sql(touch, [later])
      expect((await changes(revision)).titles).toEqual(expect.arrayContaining([earlier, later]))
    })
    await other.close()
  })

  it('[SP-2] leave out no transaction that commits after a younger one', async () => {
    const [older, younger] = [await title('vyakti'), await title('serial')]
    const touch = 'update products set name = name where id = $1'
    let commit = (): void => undefined
    const isOver = new Promise<void>((done) => (commit = done))
    let hasWritten = (): void => undefined
    const written = new Promise<void>((done) => (hasWritten = done))
    const since = await now()
    const first = shop().db.transaction(async (inner) => {
      await inner.query(touch, [older])
      hasWritten()
      await isOver
    })
    await written
    await sql(touch, [younger])
    const between = await changes(since)
    expect(between.titles).toEqual([younger])
    commit()
    await first
    expect((await changes(between.revision)).titles).toContain(older)
    // A change that was rolled back is none.
    const rolledBack = await after(() =>
      shop()
        .db.transaction(async (inner) => {
          await inner.query(touch, [older])
          throw new Error('no')
        })
        .catch(() => undefined),
    )
    expect(rolledBack.is_unchanged).toBe(true)
  })
})

describe('a revision', () => {
  const NONSENSE = ['', '0', '-1', 'x', 'null', "1' or '1'='1", '%00', '9'.repeat(40), '../..', '1-1-1', '1&since=2']
  it.each(NONSENSE)('[SP-2] [OP-3] that is nonsense is refused: %s', async (text) => {
    const { statusCode, body } = await ask(`since=${text.includes('&') ? text : encodeURIComponent(text)}`)
    expect([statusCode, JSON.parse(body).fault]).toEqual([400, 'badInput'])
  })

  it('[SP-2] of another database, of another release or of the future asks to read everything', async () => {
    const [code = '', history = '', oldest = ''] = (await now()).split('-')
    const other = '0123456789ab'
    const since = [
      `${other}-${history}-${oldest}`,
      `${code}-${other}-${oldest}`,
      `${code}-${history}-${Number(oldest) + 1000}`,
      `${code}-${history}-${'9'.repeat(19)}`,
    ]
    for (const revision of since) expect(await changes(revision)).toMatchObject({ is_complete: false })
    expect((await ask(`since=${code}-${history}-${'9'.repeat(20)}`)).statusCode).toBe(400)
  })

  it('[SP-2] of the same numbers in a restored database asks to read everything', async () => {
    const since = await now()
    await sql(`update catalog_version set instance = 'restored'`)
    expect(await changes(since)).toMatchObject({ is_complete: false })
  })

  it.each(['0', '1,', 'x', '1,,2', '1.5', '-1', '1;drop', '1'.repeat(16), Array(201).fill(1).join(',')])(
    '[OP-3] refuses nonsense as ids: %s',
    async (ids) => {
      for (const list of ['products', 'authors'])
        expect((await shop().app.inject(`/api/build/${list}/?ids=${ids}`)).statusCode).toBe(400)
    },
  )
})

describe('waiting for a change', () => {
  async function useSignal(work: (ask: (seconds: number) => Promise<number>) => Promise<void>) {
    const { host, user } = inject('cluster')
    const [row] = await shop().db.query<{ name: string }>('select current_database() as name')
    const catalogSignal = listenToCatalog({ host, user, database: row?.name ?? '' })
    const app = await buildApp({ ...shop().context, catalogSignal })
    const since = await now()
    await work(async (seconds) => {
      const started = performance.now()
      const reply = await send(app, endpoints.bulkChanges, { since, wait: seconds })
      expect(reply.statusCode).toBe(200)
      return reply.json().is_unchanged ? -1 : (performance.now() - started) / 1000
    }).finally(() => app.close())
  }

  it('[SP-2] ends as soon as one is committed, also after the database cut the connection', async () => {
    await useSignal(async (wait) => {
      expect(await wait(1)).toBe(-1)
      // Of this database only: other test files watch theirs meanwhile.
      await sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'shop catalog' and datname = current_database()`,
      )
      // A wait ends with its connection: the watcher asks again.
      const waiting = wait(20).then((first) => (first < 0 ? wait(20) : first))
      await listens()
      await sql(`update products set name = name where key = 'cast'`)
      const seconds = await waiting
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThan(10)
    })
  })

  const listens = async () => {
    for (;;) {
      const [row] = await sql(
        `select 1 from pg_stat_activity where application_name = 'shop catalog' and datname = current_database() and state = 'idle'`,
      )
      if (row) return
    }
  }

  it.each(['-1', '21', '999', 'x', '1e1'])('[OP-3] refuses nonsense as its time: %s', async (wait) => {
    expect((await ask(`wait=${wait}`)).statusCode).toBe(400)
  })
})
