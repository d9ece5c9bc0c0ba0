import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { CatalogFault } from '../../../src/server/import/source/fault.ts'
import { importFolder } from '../../../src/server/import/import-source.ts'
import { useShop, type TestShop } from '../support/shop.ts'

/** Catalogs that nobody of this project wrote, as they came. */
const SETS = process.env['DATASETS'] ?? fileURLToPath(new URL('../../../../shared/datasets/', import.meta.url))
const hasSets = existsSync(join(SETS, 'librivox-titles.jsonl'))
const absent = hasSets ? '' : ' (skipped: ../shared/datasets is not there)'
const shop = useShop('empty')
const base = mkdtempSync(join(tmpdir(), 'shop-sets-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const MINUTES = 60_000
/** One book of so many is imported here; `npm run bench -- import` imports ten thousand. */
const EVERY = 6

async function bring({ context }: TestShop, path: string) {
  const reported: CatalogFault[] = []
  const result = await importFolder(
    context,
    { path },
    { report: (fault) => reported.push(fault), progress: () => undefined },
  )
  if (typeof result === 'string') throw new Error(result)
  return { ...result, reported: reported.filter(({ isWarning }) => !isWarning) }
}
const reasons = (reported: CatalogFault[]) =>
  [...new Set(reported.map(({ field, reason }) => `${field} ${reason}`))].toSorted()
type Row = Record<string, unknown>
const rowsOf = (file: string): Row[] =>
  readFileSync(join(SETS, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const csvOf = (name: string, rows: Row[]): string => {
  const file = join(base, name)
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'))
  return file
}
const isOurs = ({ language }: Row) => language === 'en' || language === 'mr'

describe('catalogs of real publishers', () => {
  it.runIf(hasSets)(
    `[IM-6] of LibriVox: 98 of 100 rows are in, and the others are reported of with their lines${absent}`,
    async () => {
      const books = rowsOf('librivox-titles.jsonl').filter(
        ({ year }, at) => at % EVERY === 0 || /^\d{1,3}$/.test(String(year)),
      )
      const { rows, titles, reported } = await bring(shop(), csvOf('librivox.jsonl', books))
      expect(rows).toBe(books.length)
      expect(titles + new Set(reported.map(({ line }) => line)).size).toBe(rows)
      expect(titles / rows).toBeGreaterThan(0.98)
    },
    5 * MINUTES,
  )

  it.runIf(hasSets)(
    `[AX-2] leave one form of every letter, nothing unseen, and joiners only inside Devanagari${absent}`,
    async () => {
      expect(await bring(shop(), join(SETS, 'palakneeti-marathi-articles.jsonl'))).toMatchObject({
        rows: 1_983,
        titles: 1_983,
        reported: [],
      })
      const [odd] = await shop().db.query<{ unseen: number; joiners: number; composed: number }>(
        `select count(*) filter (where words ~ '[\\u200b\\ufeff\\ufffd\\u00ad]') as unseen, count(*) filter (where words ~ '[\\u200c\\u200d]') as joiners,
           count(*) filter (where words is nfc normalized) = count(*) as composed
         from (select jsonb_path_query(translations, '$.*.*') #>> '{}' as words from products) t`,
      )
      expect(odd).toEqual({ unseen: 0, joiners: expect.any(Number), composed: true })
      expect(odd?.joiners).toBeGreaterThan(5)
    },
    5 * MINUTES,
  )

  it.runIf(hasSets)(
    `[OP-1] of StoryWeaver: two rows of one story become one title in two languages${absent}`,
    async () => {
      const stories = Map.groupBy(rowsOf('pratham-stories.jsonl').filter(isOurs), ({ story }) => String(story))
      const paired = [...stories].map(([key, reported]) => ({
        key: `story-${key}`,
        type: 'kids',
        spoken: reported[0]?.['language'],
        authors: reported[0]?.['authors'],
        translations: Object.fromEntries(
          reported.map(({ language, title, description }) => [language, { name: title, description }]),
        ),
      }))
      const { titles, reported } = await bring(shop(), csvOf('stories.jsonl', paired))
      expect([titles, reported]).toEqual([stories.size, []])
      const [both] = await shop().db.query(
        `select count(*) as titles from products where key like 'story-%' and translations ?& array['en', 'mr']`,
      )
      expect(both?.['titles']).toBe(127)
    },
    5 * MINUTES,
  )

  it.runIf(hasSets)(
    `[OP-1] keep all their chapters, up to 391 in one title${absent}`,
    async () => {
      const ours = new Map(
        rowsOf('librivox-titles.jsonl')
          .filter(isOurs)
          .map(({ id, title, language }) => [id, { title, language }]),
      )
      const all = rowsOf('librivox-chapters-1.jsonl')
      const books = all
        .filter(({ sections }, at) => at % EVERY === 0 || (sections as unknown[])?.length > 200)
        .flatMap(({ id, sections }) => {
          const book = ours.get(id)
          return book && Array.isArray(sections)
            ? [{ ...book, key: `chapters-${id}`, tracks: sections.map(([, title, seconds]) => ({ title, seconds })) }]
            : []
        })
      const { titles, reported } = await bring(shop(), csvOf('books.jsonl', books))
      expect([titles, reasons(reported)]).toEqual([books.length, []])
      const [most] = await shop().db.query(
        `select max(track_count) as most, sum(track_count) as tracks from products where key like 'chapters-%'`,
      )
      expect(most).toEqual({ most: 391, tracks: books.reduce((sum, { tracks }) => sum + tracks.length, 0) })
    },
    5 * MINUTES,
  )

  it.runIf(hasSets)(
    `[OP-1] of an API's answers: the web pages and errors among them are reported of${absent}`,
    async () => {
      const [errors, pages] = [
        await bring(shop(), join(SETS, 'raw/librivox-api/api-error')),
        await bring(shop(), join(SETS, 'raw/librivox-api/html-error')),
      ]
      expect([errors, pages].map(({ titles, reported: faults }) => [titles, reasons(faults)])).toEqual([
        [0, ['- noRows']],
        [0, ['- webPage']],
      ])
      // Their chapters name files of sound, which are not there.
      expect(
        reasons((await bring(shop(), join(SETS, 'raw/librivox-api/ok'))).reported).filter(
          (reason) => !/^tracks\.\d+\.audio missing$/.test(reason),
        ),
      ).toEqual(['tracks noSound'])
    },
    5 * MINUTES,
  )
})
