import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { differencesOf } from '../../../scripts/publish/build/differences.ts'
import { releaseDue } from '../../../src/server/import/release-due.ts'
import { hideTitle } from '../../../src/server/operations/manage-titles.ts'
import { decideReview } from '../../../src/server/reviews/moderation.ts'
import { rendered } from '../support/rebuild.ts'
import { useOwnShop } from '../support/own-shop.ts'

const own = useOwnShop()
const { change, current, rebuild } = own
const context = () => own.shop().context
const renamed = (table: string, key: string, name: string) =>
  change(`update ${table} set translations = jsonb_set(translations, '{en,name}', '"${name}"') where key = '${key}'`)
const insert = (key: string, state: string) =>
  `insert into products (key, slug, name, audio_type, spoken, translations, published, status, withheld)
   values ('${key}', '${key}', '${key}', 'audiobook', 'en', '{"en":{"name":"${key}"},"mr":{"name":"${key}"}}', '2024-05-01', ${state})`
const filesWith = (text: string) =>
  readdirSync(current(), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.html') && readFileSync(join(current(), file), 'utf8').includes(text),
  )
const stored = () => join(own.site, 'catalog')

/** The pages that a rebuild renders. */
async function rebuildPages(): Promise<number> {
  const { code, error, out } = await rebuild()
  expect([code, error]).toEqual([0, []])
  return rendered(out)
}

/** Compares every file with those of a build that reads and renders everything. */
async function expectSameAsWhole(): Promise<void> {
  expect((await own.buildWhole()).code).toBe(0)
  expect(await differencesOf(current(), current(own.whole))).toEqual([])
}

describe('a rebuild that reads only what changed', () => {
  it('[SP-2] begins with a build of everything, and does nothing without a change', async () => {
    expect((await rebuild()).code).toBe(0)
    const before = readlinkSync(current())
    await change('select 1')
    expect((await rebuild()).out).toBe('nothing changed\n')
    await change(`update products set name = name`)
    expect((await rebuild()).out).toBe('nothing changed\n')
    expect(readlinkSync(current())).toBe(before)
  })

  type Change = [what: string, make: () => Promise<unknown>, most: number]
  /** A full build is compared after each group. The first group stands on so many pages that it would hide what others left out. */
  const GROUPS: Record<string, Change[]> = {
    'of many pages': [
      [
        'a word of the menu',
        () => change(`update menu_items set translations = '{"en":{"name":"Look around"}}' where slug = 'browse'`),
        1,
      ],
      [
        'a plan',
        () => change(`update plans set price_inr = price_inr + 100, can_purchase = false where key = 'plan-30'`),
        1,
      ],
    ],
    'of what a title says': [
      ['a title', () => renamed('products', 'tukaram', 'Abhangas'), 0.5],
      ['a price', () => change(`update products set price_inr = 77700 where key = 'serial'`), 0.5],
      ['the name of an author', () => renamed('people', 'sant-dnyaneshwar', 'Jnaneshvar'), 0.5],
    ],
    'of the list of titles': [
      ['a title that is deleted', () => change(`delete from products where key = 'kid-5'`), 0.5],
      ['a title that is hidden', () => hideTitle(context(), 'kid-6'), 0.5],
      ['a new title', () => change(insert('brand-new', `'published', null`)), 0.5],
      [
        'a title whose day has come',
        async () => {
          await context().db.query(insert('due', `'unpublished', 'scheduled'`))
          expect(await releaseDue(context())).toBe(1)
        },
        0.5,
      ],
      [
        'a review',
        async () => {
          const [row] = await context().db.query<{ id: number }>(
            `insert into reviews (product_id, name, score, title, body, status)
           select id, 'Mira', 2, 'So so', 'Not for me', 'waiting' from products where key = 'tukaram' returning id`,
          )
          await decideReview(context(), row?.id ?? 0, 'approved')
        },
        0.5,
      ],
    ],
  }

  const pageCount = () =>
    Object.keys(JSON.parse(readFileSync(join(current(), 'digests.json'), 'utf8')) as object).length
  describe.each(Object.entries(GROUPS))('changes %s', (_, changes) => {
    it.each(changes)('[SP-2] renders what a change of %s affects', async (_what, make, most) => {
      await make()
      const count = await rebuildPages()
      expect(count).toBeGreaterThan(0)
      expect(count / pageCount()).toBeLessThanOrEqual(most)
    })

    it('[SP-2] have the bytes of a full build', expectSameAsWhole)
  })

  it('[SP-2] leaves no link to what is gone, and shows what is new', () => {
    expect([...filesWith('Lion 5<'), ...filesWith('Lion 6<')]).toEqual([])
    // On the page of the title in each language.
    expect(filesWith('Not for me')).toHaveLength(2)
    expect(filesWith('Look around').length).toBeGreaterThan(10)
    expect(filesWith('brand-new').length).toBeGreaterThan(0)
  })
})

describe('stored answers', () => {
  let price = 20_000
  const touch = (paise: number) => change(`update products set price_inr = ${paise} where key = 'vyakti'`)

  it.each(['titles-', 'details-'])('[SP-2] whose %s files are damaged are read again', async (kind) => {
    for (const file of readdirSync(stored()).filter((name) => name.startsWith(kind)))
      writeFileSync(join(stored(), file), '[{"id":1')
    await touch((price += 100))
    expect(await rebuildPages()).toBeGreaterThan(0)
    await expectSameAsWhole()
  })

  it.each([
    ['cut off', (state: string) => state.slice(0, 100)],
    ['of another shop', (state: string) => state.replace(/("revision":"[\da-f]{12}-)[\da-f]{12}/, '$1000000000000')],
    ['of another version', (state: string) => state.replace('"format":3', '"format":2')],
    ['empty', () => ''],
  ])('[SP-2] whose state is %s are read again', async (_, spoil) => {
    const file = join(stored(), 'state.json')
    const before = readFileSync(file, 'utf8')
    expect(spoil(before)).not.toBe(before)
    writeFileSync(file, spoil(before))
    await touch((price += 100))
    const { code, out } = await rebuild()
    expect([code, rendered(out) > 0]).toEqual([0, true])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ format: 3 })
  })

  it('[SP-2] newer than the served pages lose no change, after a kill or a roll-back', async () => {
    await renamed('products', 'serial', 'Killed Lane')
    const isRead = () =>
      existsSync(join(own.site, `catalog`)) && readdirSync(own.site).some((name) => /^building-/.test(name))
    await rebuild([], { after: isRead, by: 'SIGKILL' })
    expect(filesWith('Killed Lane')).toEqual([])
    await rebuildPages()
    expect(filesWith('Killed Lane').length).toBeGreaterThan(0)
    expect((await rebuild(['--rollback'])).code).toBe(0)
    await touch(12_345)
    await rebuildPages()
    await expectSameAsWhole()
  })
})
