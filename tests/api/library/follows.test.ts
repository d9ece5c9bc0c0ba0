import { describe, expect, it, vi } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { changeCatalog } from '../../../src/server/db/upsert.ts'
import { importCatalog } from '../../../src/server/import/write-catalog.ts'
import { createAnnounce } from '../../../src/server/notifications/announce.ts'
import { sendWeeklyNews, weeklyToken } from '../../../src/server/notifications/weekly-news.ts'
import { startWorker } from '../../../src/server/worker.ts'
import { collections, source, title, titles } from '../support/fixture.ts'
import { advanceClock, ask, makeListener, sentTo } from '../support/personas.ts'
import { call, idOf, useShop } from '../support/shop.ts'

const shop = useShop()
const WEEK = 7 * 86_400
const AUTHOR = 'sane'
const NARRATOR = 'reader'

async function listener(email: string) {
  const id = await makeListener(shop(), email)
  await shop().db.query('update users set created_at = $2 where id = $1', [id, shop().context.now()])
  return { id, email, token: await openSession(shop().context, id) }
}
const set = (token: string, input: InputOf<typeof endpoints.setFollow>) =>
  ask(shop(), endpoints.setFollow, input, { token })
/** Somebody who has a title: others cannot be followed. Each import takes back what the one before brought. */
async function followPerson(token: string, key: string): Promise<void> {
  await bringTitle(`of-${key}`, { [key]: key === AUTHOR ? 'author' : 'artist' })
  expect((await set(token, { kind: 'person', id: await personId(key), is_followed: true })).status).toBe(200)
}
const followsOf = async (token: string) => (await ask(shop(), endpoints.myFollows, {}, { token })).body
const notes = async (token: string) =>
  (await ask(shop(), endpoints.myNotification, { offset: 0, limit: 50 }, { token })).body
const weekly = (token: string, is_wanted: boolean, language = 'en') =>
  ask(shop(), endpoints.setWeeklyNews, { is_wanted }, { token, headers: { 'accept-language': language } })

/** People of this file: the fixture has no narrator. */
async function personId(key: string): Promise<number> {
  const [row] = await shop().db.query<{ id: number }>(
    `insert into people (key, slug, name, translations) values ($1, $1, $1, $2)
      on conflict (key) do update set name = excluded.name returning id`,
    [`follow-${key}`, JSON.stringify({ en: { name: `The ${key}` }, mr: { name: `${key} यांचा आवाज` } })],
  )
  return row?.id ?? 0
}
type Roles = Record<string, 'author' | 'artist'>
const rowOf = (key: string, people: Roles) => {
  const withRole = (role: string) =>
    Object.keys(people).flatMap((name) => (people[name] === role ? `follow-${name}` : []))
  const texts = { en: `Book ${key}`, mr: `पुस्तक ${key}` }
  return { ...title(key, texts), authors: withRole('author'), artists: withRole('artist') }
}
/** A published title of somebody, as the desk or an import stores it. */
const bringTitle = (key: string, people: Roles, isQuiet = false): Promise<void> =>
  bringRows([rowOf(key, people)], people, isQuiet)

/** Rows may come late: an import goes on while they do. */
async function bringRows(rows: Iterable<object> | AsyncIterable<object>, people: Roles, isQuiet = false) {
  const { db, context, folder } = shop()
  const whole = source(folder)
  const faults: unknown[] = []
  await importCatalog(
    { db, media: context.media, now: context.now, report: (fault) => void (fault.isWarning || faults.push(fault)) },
    {
      ...whole,
      isQuiet,
      collections: {
        ...collections,
        people: [
          ...(collections.people ?? []),
          ...Object.keys(people).map((name) => ({
            key: `follow-${name}`,
            translations: { en: { name: `The ${name}` }, mr: { name: `${name} यांचा आवाज` } },
          })),
        ],
      },
      titles: (async function* () {
        yield* titles
        yield* rows
      })(),
    },
  )
  expect(faults).toEqual([])
}

describe('following', () => {
  it('[RM-5] keeps people and serials, once each, and only those that bring news', async () => {
    const { token } = await listener('follow@x.test')
    const person = await personId(AUTHOR)
    const cast = await idOf(shop(), 'products', 'cast')
    const book = await idOf(shop(), 'products', 'shyamchi-aai')
    expect((await set(token, { kind: 'person', id: person, is_followed: true })).status).toBe(404)
    await bringTitle('first', { [AUTHOR]: 'author', [NARRATOR]: 'artist' })
    for (const id of [person, person])
      expect((await set(token, { kind: 'person', id, is_followed: true })).status).toBe(200)
    expect((await set(token, { kind: 'title', id: cast, is_followed: true })).status).toBe(200)
    expect((await set(token, { kind: 'title', id: book, is_followed: true })).status).toBe(404)
    const { follows, is_weekly } = await followsOf(token)
    expect(follows).toMatchObject([
      { kind: 'title', id: cast },
      { kind: 'person', id: person, custom_translation: { mr: { name: `${AUTHOR} यांचा आवाज` } } },
    ])
    expect(is_weekly).toBe(false)
    await set(token, { kind: 'person', id: person, is_followed: false })
    await set(token, { kind: 'person', id: person, is_followed: false })
    expect((await followsOf(token)).follows).toHaveLength(1)
  })

  it('[RM-5] ends at five hundred, also for calls at the same time', async () => {
    const { id, token } = await listener('many@x.test')
    const people = await shop().db.query<{ id: number }>(
      `insert into people (key, slug, name, translations) select 'crowd' || n, 'x', 'x', '{}' from generate_series(1, 504) n returning id`,
    )
    const ids = people.map((person) => person.id)
    await shop().db.query(
      `insert into follows (user_id, person_id, created_at) select $1, p.id, now() from unnest($2::bigint[]) as p (id)`,
      [id, ids.slice(0, 496)],
    )
    await shop().db.query(
      `insert into product_people (product_id, person_id, role, position) select $1, p.id, 'artist', 9 from unnest($2::bigint[]) as p (id)`,
      [await idOf(shop(), 'products', 'shyamchi-aai'), ids.slice(496)],
    )
    const replies = await Promise.all(
      ids.slice(496).map((person) => set(token, { kind: 'person', id: person, is_followed: true })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(replies.filter(({ body }) => body.fault === 'tooManyFollows')).toHaveLength(4)
  })
})

describe('news of what is followed', () => {
  it('[RM-1] stands on the home page for thirty days, the newest first and each title once, and only of what is followed', async () => {
    const [fan, other] = [await listener('home-fan@x.test'), await listener('home-other@x.test')]
    const fresh = async ({ token }: { token: string }) =>
      (await ask(shop(), endpoints.newOfFollows, {}, { token })).body.titles.map(({ name }: { name: string }) => name)
    await followPerson(fan.token, AUTHOR)
    expect(await fresh(fan)).toEqual([])
    await bringTitle('home-one', { [AUTHOR]: 'author' })
    expect(await fresh(fan)).toEqual(['Book home-one'])
    expect(await fresh(other)).toEqual([])
    await shop().db.query(`update notifications set created_at = created_at - interval '31 days' where user_id = $1`, [
      fan.id,
    ])
    expect(await fresh(fan)).toEqual([])
  })

  it('[RM-5] comes once, by the followed name, for authors and for narrators, and not twice beside what all are told', async () => {
    const [fan, other] = [await listener('fan@x.test'), await listener('other@x.test')]
    for (const key of [AUTHOR, NARRATOR]) await followPerson(fan.token, key)
    await bringTitle('second', { [AUTHOR]: 'author', [NARRATOR]: 'artist' })
    const mine = (await notes(fan.token)).data.filter((note: { title: string }) => note.title.includes('second'))
    expect(mine.map((note: { title: string }) => note.title)).toEqual([
      `New, and you follow The ${AUTHOR}: Book second`,
    ])
    expect(mine[0].custom_translation.mr.name).toBe(`${AUTHOR} यांचा आवाज – नवीन: पुस्तक second`)
    const theirs = (await notes(other.token)).data.filter((note: { title: string }) => note.title.includes('second'))
    expect(theirs.map((note: { title: string }) => note.title)).toEqual(['New: Book second'])
    expect((await notes(fan.token)).count).toBe((await notes(other.token)).count)
    await bringTitle('voice', { [NARRATOR]: 'artist' })
    expect((await notes(fan.token)).data[0].title).toBe(`New, and you follow The ${NARRATOR}: Book voice`)
  })

  it('[RM-5] comes for an episode of a followed serial, and not after it is followed no longer', async () => {
    const [fan, former] = [await listener('serial@x.test'), await listener('former@x.test')]
    const id = await idOf(shop(), 'products', 'cast')
    for (const { token } of [fan, former]) await set(token, { kind: 'title', id, is_followed: true })
    await set(former.token, { kind: 'title', id, is_followed: false })
    const { db, context, folder } = shop()
    const cast = titles.find(({ key }) => key === 'cast') ?? {}
    await importCatalog(
      { db, media: context.media, now: context.now, report: () => undefined },
      {
        ...source(folder),
        collections,
        titles: [
          ...titles.filter(({ key }) => key !== 'cast'),
          { ...cast, tracks: [{ key: 'cast/9', translations: { en: { name: 'Wind' } }, seconds: 60 }] },
        ],
      },
    )
    expect((await notes(fan.token)).data[0]).toMatchObject({ body: '“Wind” is here. You follow this serial.' })
    expect((await notes(former.token)).data[0]).toMatchObject({ body: '“Wind” is here.' })
  })

  it('[RM-5] does not come for a quiet import', async () => {
    const fan = await listener('quiet@x.test')
    await followPerson(fan.token, AUTHOR)
    await bringTitle('quiet', { [AUTHOR]: 'author' }, true)
    await bringTitle('loud', { [AUTHOR]: 'author' })
    const [newest, next] = (await notes(fan.token)).data
    expect(newest.title).toBe(`New, and you follow The ${AUTHOR}: Book loud`)
    expect(next?.title).not.toContain('quiet')
  })
})

describe('the weekly mail', () => {
  it('[RM-5] is sent once a week, only with news, in the language of who wants it, and never two', async () => {
    const fan = await listener('weekly@x.test')
    await followPerson(fan.token, NARRATOR)
    expect((await weekly(fan.token, true, 'mr')).status).toBe(200)
    await bringTitle('weekly', { [NARRATOR]: 'artist' })
    await sendWeeklyNews(shop().context)
    expect(await sentTo(shop(), fan.email)).toEqual([])
    advanceClock(shop(), WEEK)
    await Promise.all([1, 2, 3].map(() => sendWeeklyNews(shop().context)))
    const [mail, ...others] = await sentTo(shop(), fan.email)
    expect(others).toEqual([])
    expect(mail?.subject).toContain('या आठवड्यात नवीन')
    expect(mail?.body).toMatch(/यांचा आवाज – नवीन: पुस्तक weekly\n {2}https:\/\/shop\.test\/mr\/product-details\/\d+\//)
    expect(mail?.html).toContain('/mr/weekly-news/#')
    advanceClock(shop(), WEEK)
    await sendWeeklyNews(shop().context)
    expect(await sentTo(shop(), fan.email)).toHaveLength(1)
  })

  it('[RM-5] is sent by a worker that had nothing to send in an earlier round', async () => {
    const [idle, fan] = [await listener('idle@x.test'), await listener('worker@x.test')]
    await weekly(idle.token, true)
    advanceClock(shop(), WEEK)
    await followPerson(fan.token, NARRATOR)
    await weekly(fan.token, true)
    await bringTitle('by-worker', { [NARRATOR]: 'artist' })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const worker = startWorker(shop().context, {
      dataDir: shop().incoming,
      staleHours: 6,
      onError: () => undefined,
    })
    const minute = () => vi.advanceTimersByTime(60_000)
    const beganAt = async () =>
      (await shop().db.query<{ sent_at: Date }>('select sent_at from weekly_news where user_id = $1', [idle.id]))[0]
        ?.sent_at
    // A worker writes to accounts about their privacy, too.
    const newsTo = async (email: string) =>
      (await sentTo(shop(), email)).filter(({ html }) => html.includes('/weekly-news/#')).length
    minute()
    await expect.poll(beganAt, { timeout: 10_000 }).toEqual(shop().clock.now)
    advanceClock(shop(), WEEK)
    minute()
    await expect.poll(() => newsTo(fan.email), { timeout: 10_000 }).toBe(1)
    expect(await newsTo(idle.email)).toBe(0)
    await worker.close()
    vi.useRealTimers()
  })

  it('[RM-5] tells once of what an import brings during which a week ends', async () => {
    const fan = await listener('long-import@x.test')
    await followPerson(fan.token, NARRATOR)
    await weekly(fan.token, true)
    const people: Roles = { [NARRATOR]: 'artist' }
    await bringRows([{ ...rowOf('was-draft', people), draft: true }], people)
    async function* lateRows() {
      advanceClock(shop(), WEEK)
      await sendWeeklyNews(shop().context)
      yield rowOf('was-draft', people)
      yield rowOf('late', people)
    }
    await bringRows(lateRows(), people)
    expect(await sentTo(shop(), fan.email)).toEqual([])
    for (const _ of ['the week after', 'another one']) {
      advanceClock(shop(), WEEK)
      await sendWeeklyNews(shop().context)
    }
    const mails = await sentTo(shop(), fan.email)
    expect(mails.map(({ body }) => body.match(/Book \S+/g)?.toSorted())).toEqual([['Book late', 'Book was-draft']])
  })

  it('[RM-5] tells of what is stored in the moment in which the week ends', async () => {
    const fan = await listener('same-moment@x.test')
    await followPerson(fan.token, NARRATOR)
    await weekly(fan.token, true)
    const { db, context } = shop()
    const ids = (await db.query<{ id: number }>(`select id from products where key = 'of-${NARRATOR}'`)).map(
      ({ id }) => id,
    )
    const [stored, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const announcing = changeCatalog(db, context.now(), async (inner) => {
      await createAnnounce({ now: context.now })(inner, ids)
      stored.resolve()
      await commit.promise
      return 1
    })
    await stored.promise
    advanceClock(shop(), WEEK)
    let isSent = false
    const sending = sendWeeklyNews(context).then(() => (isSent = true))
    const waiting = () =>
      db.query(`select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`)
    await vi.waitUntil(async () => isSent || (await waiting()).length > 0, { timeout: 10_000 })
    commit.resolve()
    await Promise.all([announcing, sending])
    for (const _ of ['the week after', 'another one']) {
      advanceClock(shop(), WEEK)
      await sendWeeklyNews(context)
    }
    const mails = await sentTo(shop(), fan.email)
    expect(mails.map(({ body }) => body.match(/Book \S+/g))).toEqual([[`Book of-${NARRATOR}`]])
  })

  it('[RM-5] needs an address, and stops when it is switched off', async () => {
    const fan = await listener('stops@x.test')
    await followPerson(fan.token, NARRATOR)
    await weekly(fan.token, true)
    await weekly(fan.token, false)
    await bringTitle('stopped', { [NARRATOR]: 'artist' })
    advanceClock(shop(), WEEK)
    await sendWeeklyNews(shop().context)
    expect(await sentTo(shop(), fan.email)).toEqual([])
    await shop().db.query(`update users set email = null where id = $1`, [fan.id])
    expect((await weekly(fan.token, true)).body.fault).toBe('noAddress')
  })

  it('[RM-5] ends by one press: by the post of a mail program, and by the page of its link', async () => {
    const [one, two] = [await listener('one@x.test'), await listener('two@x.test')]
    for (const { token } of [one, two]) await weekly(token, true)
    const path = `/api/weekly-news/end/${weeklyToken(shop().context, one.id)}`
    const { app } = shop()
    const opened = await app.inject({ method: 'GET', url: `${path}?lang=mr` })
    expect([opened.statusCode, opened.headers['location']]).toEqual([
      303,
      `https://shop.test/mr/weekly-news/#${weeklyToken(shop().context, one.id)}`,
    ])
    expect((await followsOf(one.token)).is_weekly).toBe(true)
    const posted = await app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(posted.statusCode).toBe(200)
    expect([(await followsOf(one.token)).is_weekly, (await followsOf(two.token)).is_weekly]).toEqual([false, true])
    const token = weeklyToken(shop().context, two.id)
    expect((await ask(shop(), endpoints.endWeeklyNews, { token })).body).toEqual({ status: true })
    expect((await followsOf(two.token)).is_weekly).toBe(false)
  })

  it('[RM-5] is ended by nobody else’s link', async () => {
    const fan = await listener('kept@x.test')
    const other = await listener('prying@x.test')
    await weekly(fan.token, true)
    const [, mark = ''] = weeklyToken(shop().context, other.id).split('.')
    for (const token of [`${fan.id}.${mark}`, `${fan.id}.`, `${fan.id}`, '', 'x.y', `${fan.id}.${'A'.repeat(43)}`]) {
      expect((await ask(shop(), endpoints.endWeeklyNews, { token })).status).toBe(410)
      const url = `/api/weekly-news/end/${encodeURIComponent(token || 'x')}`
      expect((await shop().app.inject({ method: 'POST', url })).statusCode).toBe(410)
    }
    expect((await followsOf(fan.token)).is_weekly).toBe(true)
  })
})

describe('the page of a narrator', () => {
  it('[RM-5] is among those that are built, with what has their voice, and changes when a title is taken from them', async () => {
    await bringTitle('page', { [NARRATOR]: 'artist' })
    const id = await personId(NARRATOR)
    const people = async () => (await call(shop(), endpoints.bulkAuthors, { ids: [id], after: 0, limit: 500 })).data
    const before = (await call(shop(), endpoints.bulkChanges, { wait: 0 })).revision
    const [row = { product_ids: [], narrated_ids: [] }] = await people()
    expect(row.product_ids).toEqual([])
    expect(row.narrated_ids.length).toBeGreaterThan(0)
    const { suggested_authors } = await call(shop(), endpoints.searchSuggestion, { q: 'The reader' })
    expect(suggested_authors.map((one) => one.id)).toContain(id)
    const page = async () => (await ask(shop(), endpoints.authorProduct, { id })).body
    expect((await page()).narrated_products).toHaveLength(row.narrated_ids.length)
    await shop().db.query(`delete from product_people where person_id = $1 and product_id = $2`, [
      ...[id, row.narrated_ids[0]],
    ])
    const { authors } = await call(shop(), endpoints.bulkChanges, { since: before, wait: 0 })
    expect(authors).toContain(id)
    const found = await page()
    expect(found.author_products).toEqual([])
    expect(found.narrated_products).toHaveLength(row.narrated_ids.length - 1)
  })
})
