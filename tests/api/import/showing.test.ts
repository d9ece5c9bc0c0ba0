import { expect, it } from 'vitest'
import { manage } from '../../../scripts/manage/run.ts'
import { runImport } from '../../../scripts/import/run.ts'
import { releaseDue } from '../../../src/server/import/release-due.ts'
import { useSourceFolders } from '../support/source-folders.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
const { folderOf } = useSourceFolders()
const open = async () => ({ context: shop().context, close: async () => undefined })

async function run(table: string, ...args: string[]) {
  const lines: string[] = []
  const asked: string[] = []
  // Drawn covers have their own test, and cost a second each.
  await runImport(['--no-covers', ...args, folderOf('catalog', { 'titles.csv': table })], open, {
    line: (text) => lines.push(text),
    confirm: async (question) => {
      asked.push(question)
      return false
    },
  })
  return { lines, asked }
}
const published = async () =>
  (await shop().db.query<{ key: string }>(`select key from products where status = 'published' order by key`)).map(
    ({ key }) => key,
  )
const notified = () => shop().db.query('select key from notifications')
const revision = async () => (await shop().db.query('select revision from catalog_version'))[0]?.['revision']

it('[IM-3] a title with a day in the future waits, is announced to nobody, and comes with its day in India', async () => {
  await run('key,name\nfirst,First\n')
  await run('key,name,published\nlater,Later,2026-12-01\n')
  expect([await published(), await notified()]).toEqual([['first'], []])
  shop().clock.now = new Date('2026-11-30T18:00:00Z')
  expect(await releaseDue(shop().context)).toBe(0)
  const before = Number(await revision())
  shop().clock.now = new Date('2026-11-30T18:31:00Z')
  // Two processes ask at the same moment.
  const counts = await Promise.all([releaseDue(shop().context), releaseDue(shop().context)])
  expect(counts.toSorted()).toEqual([0, 1])
  expect([await published(), Number(await revision())]).toEqual([['first', 'later'], before + 1])
  const [note, ...more] = await shop().db.query('select kind, translations, created_at, user_id from notifications')
  expect([note, more]).toEqual([
    {
      kind: 'product_publish',
      translations: { en: { name: expect.stringContaining('Later'), description: expect.any(String) } },
      created_at: shop().clock.now,
      user_id: null,
    },
    [],
  ])
  expect(await releaseDue(shop().context)).toBe(0)
  await run('key,name,published\nlater,Later,2026-11-01\n')
  expect(await notified()).toHaveLength(1)
})

it('[IM-3] a title without a day has the day in India on which it was imported', async () => {
  const start = shop().clock.now
  const days = []
  // Before and after midnight in India: of both, the day in Greenwich is the 30th.
  for (const [key, moment] of Object.entries({ late: '2026-11-30T18:20:00Z', early: '2026-11-30T18:40:00Z' })) {
    shop().clock.now = new Date(moment)
    await run(`key,name\n${key},${key}\n`)
    days.push(...(await shop().db.query('select published from products where key = $1', [key])))
  }
  expect(days).toEqual([{ published: '2026-11-30' }, { published: '2026-12-01' }])
  shop().clock.now = start
})

it('[IM-3] a title that an import takes out of waiting is announced once, and a quiet import announces none', async () => {
  await run('key,name,published,draft\nwaits,Waits,2027-01-01,no\ndrafted,Drafted,2026-01-01,yes\n')
  const before = (await notified()).length
  await run('key,draft\ndrafted,no\n')
  await run('key,draft\ndrafted,yes\n')
  await run('key,draft\ndrafted,no\n')
  expect(await notified()).toHaveLength(before + 1)
  await run('key,published\nwaits,2026-01-01\n', '--quiet')
  expect(await published()).toContain('waits')
  expect(await notified()).toHaveLength(before + 1)
  await run('key,name,draft\nshown,Shown,yes\n')
  await manage(['titles', 'show', 'shown'], open)
  await manage(['titles', 'hide', 'shown'], open)
  await manage(['titles', 'show', 'shown'], open)
  expect(await notified()).toHaveLength(before + 2)
})

it('[IM-3] a draft is not shown before a later import says so', async () => {
  await run('key,name,draft\ndraft,Draft,yes\n')
  expect(await published()).not.toContain('draft')
  await run('key,priceInr,priceUsd\ndraft,99,2\n')
  expect(await published()).not.toContain('draft')
  await run('key,draft\ndraft,no\n')
  expect(await published()).toContain('draft')
})

it('[IM-3] a hidden title stays hidden through imports until it is shown again', async () => {
  expect(await manage(['titles', 'hide', 'first'], open)).toContain('first is hidden')
  await run('key,name\nfirst,First again\n')
  expect(await published()).not.toContain('first')
  expect(await manage(['titles', 'list'], open)).toContain('hidden')
  expect(await manage(['titles', 'show', 'first'], open)).toContain('first is shown')
  expect(await published()).toContain('first')
  await expect(manage(['titles', 'hide', 'nobody'], open)).rejects.toThrow('There is no title nobody.')
})

it('[IM-3] --replace names what goes, and asks above 5 percent', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => `n${index},N${index}`)
  await run(`key,name\n${rows.join('\n')}\n`, '--replace', '--yes')
  const before = await published()
  expect(before).toHaveLength(40)
  const most = await run(`key,name\n${rows.slice(5).join('\n')}\n`, '--replace')
  expect(most.lines.filter((line) => line.startsWith('GONE')).map((line) => /\((\w+)\)/.exec(line)?.[1])).toEqual([
    'n0',
    'n1',
    'n2',
    'n3',
    'n4',
  ])
  expect(most.asked).toEqual([expect.stringContaining('5 of 40 titles')])
  expect([await published(), most.lines.at(-1)]).toEqual([before, expect.stringContaining('more than 5 percent')])
  const dry = await run(`key,name\n${rows.slice(5).join('\n')}\n`, '--replace', '--dry-run')
  expect([dry.asked, dry.lines.filter((line) => line.startsWith('GONE'))]).toEqual([
    [],
    expect.objectContaining({ length: 5 }),
  ])
  const few = await run(`key,name\n${rows.slice(2).join('\n')}\n`, '--replace')
  expect([few.asked, (await published()).length]).toEqual([[], 38])
})

it('[IM-3] a quiet import announces nothing, now or later', async () => {
  await run('key,name\nloud,Loud\n')
  const before = await notified()
  expect(before).not.toEqual([])
  await run('key,name\nsilent,Silent\n', '--quiet')
  await run('key,name\nsilent,Silent again\n')
  expect(await notified()).toEqual(before)
})
