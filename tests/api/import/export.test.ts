import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runExport } from '../../../scripts/import/export.ts'
import { exportCatalog } from '../../../src/server/import/export/catalog.ts'
import { hideTitle } from '../../../src/server/operations/manage-titles.ts'
import { drawMissingCovers } from '../../../src/server/import/art/drawn-covers.ts'
import { importFolder } from '../../../src/server/import/import-source.ts'
import type { CatalogFault } from '../../../src/server/import/source/fault.ts'
import type { TitleChange } from '../../../src/server/import/stored/changes.ts'
import { picture, SPEECH } from '../support/mp3s.ts'
import { useSourceFolders } from '../support/source-folders.ts'
import { useShop, type TestShop } from '../support/shop.ts'

const filled = useShop()
const empty = useShop('empty')
const { base, folderOf } = useSourceFolders()

async function bring({ context }: TestShop, path: string, isDryRun = false) {
  const faults: CatalogFault[] = []
  const changes: TitleChange[] = []
  const result = await importFolder(
    context,
    { path, isDryRun },
    {
      report: (fault) => faults.push(fault),
      reportChange: (change) => changes.push(change),
      progress: () => undefined,
    },
  )
  const refused = faults.filter(({ isWarning, reason }) => !isWarning && reason !== 'pricedSilent')
  return { result, refused, changes }
}

async function written({ context }: TestShop, name: string): Promise<string> {
  const folder = join(base, name)
  const result = await exportCatalog(context, { folder })
  expect(result).toMatchObject({ titles: expect.any(Number), missing: [] })
  return folder
}

const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((file) => [file.slice(folder.length), readFileSync(file).toString('base64')]),
  )

/** Texts and states that are easily lost on the way. */
async function odd(shop: TestShop): Promise<void> {
  const folder = folderOf('odd', {
    'titles.jsonl': [
      {
        key: 'odd',
        translations: { en: { name: 'Q & A &lt;3 &amp;lt;b&amp;gt;', description: '<p>One</p>\n<p>"two", 3;4|5</p>' } },
        authors: ['O\u2019Neil; "Bob"'],
        tracks: [
          {
            key: `odd/${'x'.repeat(110)}`,
            title: 'One',
            audio: 'a.mp3',
            free: 'yes',
            feedEpisode: { guid: 'g, "1"', season: 2 },
          },
        ],
        cover: 'c.jpg',
        samples: ['a.mp3'],
        reviews: [{ name: 'A', score: 5, heading: 'B', body: 'C', created: '2026-01-02' }],
      },
      {
        key: 'moved-in',
        type: 'podcast',
        name: 'Moved in',
        free: 'yes',
        recurring: 'yes',
        feed: { guid: 'abc', author: 'A & B', type: 'serial', explicit: false },
        tracks: [
          {
            key: 'e1',
            title: 'E1',
            audio: 'a.mp3',
            feedEpisode: {
              guid: 'e-1',
              published: '2024-03-15T06:30:00.000Z',
              type: 'full',
              chapters: [{ start: 0, title: 'One; "two", |three|' }],
              transcript: { type: 'text/vtt', text: 'WEBVTT\n\n00:00.000 --> 00:01.000\n"Hi", &lt;you&gt;;\n' },
            },
          },
        ],
      },
      { key: 'taken-down', name: 'Taken down', price: 99, priceUsd: 1.5 },
      {
        key: 'formula',
        translations: { en: { name: '=1+1', description: "'@x" }, mr: { name: '-किंवा' } },
        spoken: 'en',
      },
      { key: 'waits', name: 'Later', published: '2030-01-01' },
      { key: 'drafted', name: 'Draft', draft: true, price: 99, priceUsd: 1.5 },
      { key: 'named-none', translations: { en: { name: 'None' } }, shelves: 'popular:2;evergreen:1', spoken: 'en' },
    ]
      .map((row) => JSON.stringify(row))
      .join('\n'),
    'synonyms.jsonl': JSON.stringify({ key: 'odd', words: ['a;b', 'c|d'] }),
    'coupons.csv': 'code,percent,uses,expires\nODD,10,9,31/12/2026\n',
    'a.mp3': SPEECH,
    'c.jpg': await picture(700),
  })
  expect((await bring(shop, folder)).refused).toEqual([])
  await shop.db.query(`update coupons set uses_left = 4 where code = 'ODD'`)
  await hideTitle(shop.context, 'taken-down')
  // One is drawn, for what is exported of it; each costs a second.
  await shop.db.query(
    `update products set cover_id = (select cover_id from products where key = 'dnyaneshwari')
     where cover_id is null and status = 'published' and key <> 'named-none'`,
  )
  expect(await drawMissingCovers(shop.context)).toBe(1)
}

const statesIn = ({ db }: TestShop) =>
  db.query(`select key, withheld from products where status <> 'published' order by key`)
const feedsIn = ({ db }: TestShop) =>
  db.query(
    `select p.key, p.feed, t.key as track, t.episode from products p join tracks t on t.product_id = p.id
     where p.feed is not null or t.episode is not null order by t.key`,
  )

it('[IM-5] an export that is imported again changes nothing', async () => {
  await odd(filled())
  const folder = await written(filled(), 'same')
  const { result, refused, changes } = await bring(filled(), folder, true)
  expect([refused, changes]).toEqual([[], []])
  expect(result).toMatchObject({ changed: 0 })
}, 120_000)

it('[IM-5] [DK-10] no cell of an export is calculated by a spreadsheet', () => {
  const titles = readFileSync(join(base, 'same', 'titles.csv'), 'utf8')
  const row = titles.split('\r\n').find((line) => line.startsWith('formula,'))
  for (const cell of ["'=1+1", "''@x", "'-किंवा"]) expect(row?.split(',')).toContain(cell)
})

it('[IM-5] an export fills an empty shop, whose own export has the same bytes', async () => {
  const folder = join(base, 'same')
  const { refused } = await bring(empty(), folder)
  expect(refused).toEqual([])
  expect(await drawMissingCovers(empty().context)).toBe(1)
  const again = filesIn(await written(empty(), 'again'))
  const before = filesIn(folder)
  expect(Object.keys(again)).toEqual(Object.keys(before))
  const texts = (files: Record<string, string>) =>
    Object.entries(files).flatMap(([name, bytes]) =>
      name.endsWith('.csv') ? [[name, Buffer.from(bytes, 'base64').toString()]] : [],
    )
  expect(texts(again)).toEqual(texts(before))
  expect(again).toEqual(before)
  // What the first shop does not show, the second does not show either.
  expect(await statesIn(empty())).toEqual([
    { key: 'drafted', withheld: 'draft' },
    { key: 'taken-down', withheld: 'draft' },
    { key: 'waits', withheld: 'scheduled' },
  ])
  expect(await feedsIn(empty())).toEqual(await feedsIn(filled()))
}, 300_000)

it('[IM-5] the command writes into a new folder only', async () => {
  const open = async () => ({ context: empty().context, close: async () => undefined })
  const lines: string[] = []
  await runExport([join(base, 'new')], open, (text) => lines.push(text))
  expect(lines.at(-1)).toMatch(/^\d+ titles and \d+ files written/)
  await expect(runExport([join(base, 'new')], open, () => undefined)).rejects.toThrow('is not empty')
})
