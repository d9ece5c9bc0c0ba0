import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inDevanagari } from '../shop/catalog.ts'
import { sentencesOf } from '../../../src/contract/transcripts/sentences.ts'
import { diskStore } from '../../../src/server/adapters/media/disk.ts'
import { connect, type Database } from '../../../src/server/db/connect.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { startEmbedded } from '../../../src/server/embedded/server.ts'
import { importCatalog } from '../../../src/server/import/write-catalog.ts'
import { GUEST } from '../../../src/server/transcripts/access.ts'
import { lineKeys, termIds } from '../../../src/server/transcripts/search/line-terms.ts'
import { findLines } from '../../../src/server/transcripts/search/search-lines.ts'
import { madeUpBooks } from '../shop/made-up-books.ts'
import { ROOT, WORK } from '../shop/shop.ts'
import { size } from '../size.ts'
import { quantile, type Bench, type Row } from '../table.ts'

/** Four million lines are about 10,000 hours. `--lines 400000` takes another number; the first run makes them. */
const LINES = size(4_000_000, 3_000)
const TITLES = size(10_000, 20)
const QUERIES = size(300, 10)
const SETS = process.env['DATASETS'] ?? join(ROOT, '../shared/datasets')

/** The search inside texts, in the process of the server. One title of ten is free: a guest may find its lines alone. */
export const linesBench: Bench = {
  name: 'lines',
  async run(words) {
    const at = words.indexOf('--lines')
    const lines = at < 0 ? LINES : Number(words[at + 1])
    const folder = join(WORK, `lines-${lines}`)
    const server = await startEmbedded(folder, { fsync: 'off', full_page_writes: 'off' })
    const db = connect({ ...server, database: 'postgres' }, 4)
    try {
      const seconds = await fill(db, lines, folder)
      const rows = await measure(db, lines)
      return seconds === undefined
        ? rows
        : [{ what: `texts of ${lines} lines, stored and indexed`, measured: seconds, unit: 's' }, ...rows]
    } finally {
      await db.close()
      await server.stop()
    }
  },
}

/** Sentences of real stories and articles in both languages; without the data set, of made-up books. */
function sentences(): string[] {
  const file = (name: string) =>
    existsSync(join(SETS, name)) ? readFileSync(join(SETS, name), 'utf8').split('\n').filter(Boolean) : []
  const stories = file('pratham-stories.jsonl').flatMap((line) => {
    const { pages = [], language } = JSON.parse(line) as { pages?: string[]; language: string }
    return pages.flatMap((page) => sentencesOf(page, language === 'mr' ? 'mr' : 'en'))
  })
  const articles = file('palakneeti-marathi-articles.jsonl').flatMap((line) =>
    sentencesOf(
      Object.values(JSON.parse(line) as object)
        .filter((value) => typeof value === 'string')
        .join(' ')
        .slice(0, 20_000),
      'mr',
    ),
  )
  const found = [...stories, ...articles].filter((line) => line.length > 20 && line.length < 300)
  if (found.length > 1_000) return found
  return [...madeUpBooks()]
    .slice(0, 500)
    .flatMap(({ title, description_html: text = '' }) => [
      `${title}.`,
      ...(text.replace(/<[^>]+>/g, '').match(/(?:\S+ ){4,9}\S+/g) ?? []),
    ])
}

/** Halves of two sentences: as many different lines as are asked for, with the words and the frequencies of real text. */
function lineAt(source: readonly string[], index: number): string {
  if (index < source.length) return source[index] ?? ''
  const half = (text: string, part: 0 | 1) => {
    const all = text.split(' ')
    const middle = Math.ceil(all.length / 2)
    return (part === 0 ? all.slice(0, middle) : all.slice(middle)).join(' ')
  }
  const [one, other] = [
    source[(index * 7_919) % source.length] ?? '',
    source[(index * 104_729 + Math.floor(index / source.length)) % source.length] ?? '',
  ]
  return `${half(one, 0)} ${half(other, 1)}`
}

const PER_TRACK = 400

/** Undefined when they were there already. */
async function fill(db: Database, lines: number, folder: string): Promise<number | undefined> {
  await migrate(db)
  const [there] = await db.query<{ count: number }>('select count(*) as count from transcripts')
  if ((there?.count ?? 0) > 0) return undefined
  const titles = Math.min(TITLES, Math.ceil(lines / PER_TRACK))
  const rows = Array.from({ length: titles }, (_, at) => ({
    key: `book-${at}`,
    type: 'audiobook',
    spoken: at % 2 ? 'mr' : 'en',
    translations: { en: { name: `Book ${at}` } },
    published: '2020-01-01',
    isFree: at % 10 === 0,
    tracks: [{ key: `book-${at}/1`, translations: { en: { name: 'One' } }, seconds: 3_600 }],
  }))
  await importCatalog(
    { db, media: diskStore(join(folder, 'media')), now: () => new Date() },
    { collections: {}, titles: rows, folder, replace: false, isQuiet: true },
  )
  const started = performance.now()
  await db.query('drop index transcript_cues_terms')
  await insertTexts(db, lines, titles)
  await db.query(
    `set maintenance_work_mem = '512MB'; create index transcript_cues_terms on transcript_cues using gin (terms) with (fastupdate = false)`,
  )
  await db.query(
    'update line_terms l set lines = n.lines from (select term, count(*)::int as lines from transcript_cues c, unnest(c.terms) as term group by term) n where l.id = n.term',
  )
  await db.query('vacuum analyze transcript_cues; ')
  await db.query('vacuum analyze line_terms')
  return (performance.now() - started) / 1_000
}

async function insertTexts(db: Database, lines: number, titles: number): Promise<void> {
  const source = sentences()
  const seen = new Map<string, number>()
  const perTitle = Math.ceil(lines / titles)
  const tracks = await db.query<{ id: number; product_id: number; spoken: string }>(
    'select t.id, t.product_id, p.spoken from tracks t join products p on p.id = t.product_id order by t.id',
  )
  for (const [at, { id, product_id, spoken }] of tracks.entries()) {
    const texts = Array.from({ length: Math.min(perTitle, lines - at * perTitle) }, (_, line) =>
      lineAt(source, at * perTitle + line),
    )
    if (texts.length === 0) break
    const ids = await termIds(db, texts.flatMap(lineKeys), seen)
    await db.query(
      `with x as (insert into transcripts (product_id, track_id, locale, is_timed) values ($1, $2, $3, true) returning id)
       insert into transcript_cues (transcript_id, position, start_ms, end_ms, text, terms)
       select x.id, r.position, r.position * 3000, r.position * 3000 + 3000, r.text, r.terms from x, jsonb_to_recordset($4) as r(position int, text text, terms int[])`,
      [
        product_id,
        id,
        spoken,
        JSON.stringify(
          texts.map((text, position) => ({
            position,
            text,
            terms: lineKeys(text).flatMap((key) => ids.get(key) ?? []),
          })),
        ),
      ],
    )
  }
}

const misspell = (word: string) => (word.length > 4 ? word.slice(0, 2) + word.slice(3) : word)

/** How people type a line. */
const KINDS: [string, (text: string) => string][] = [
  ['whole lines', (text) => text.slice(0, 150)],
  ['beginnings of five words', (text) => text.split(' ').slice(0, 5).join(' ')],
  ['words from the middle', (text) => text.split(' ').slice(2, 7).join(' ')],
  [
    'with a slip',
    (text) =>
      text
        .split(' ')
        .slice(0, 6)
        .map((word, at) => (at === 2 ? misspell(word) : word))
        .join(' '),
  ],
  ['English in Devanagari', (text) => inDevanagari(text.split(' ').slice(0, 6).join(' '))],
  ['two words', (text) => text.split(' ').slice(1, 3).join(' ')],
]

/** Lines of the middle of the whole, as people type them. */
async function measure(db: Database, lines: number): Promise<Row[]> {
  const free = await db.query<{ text: string }>(
    `select c.text from transcript_cues c join transcripts x on x.id = c.transcript_id join products p on p.id = x.product_id
      where p.is_free and array_length(c.terms, 1) > 4 order by md5(c.text) limit $1`,
    [QUERIES],
  )
  const texts = free.map(({ text }) => text)
  for (const text of texts.slice(0, 20)) await findLines(db, GUEST, { typed: text, limit: 10 })
  const rows: Row[] = []
  const all: number[] = []
  for (const [kind, change] of KINDS) {
    let found = 0
    const times: number[] = []
    for (const text of texts) {
      const started = performance.now()
      const hits = await findLines(db, GUEST, { typed: change(text), limit: 10 })
      times.push(performance.now() - started)
      if (hits.slice(0, 3).some((hit) => hit.text === text)) found += 1
    }
    all.push(...times)
    const share = texts.length > 0 ? Math.round((100 * found) / texts.length) : 0
    rows.push({
      what: `lines, ${kind}, p50 / p95, found at rank 1–3`,
      measured: `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.95).toFixed(1)} ms, ${share} %`,
    })
  }
  return [
    ...rows,
    { what: `search inside ${lines} lines, p95`, measured: quantile(all, 0.95), unit: 'ms', must: 100, aim: 30 },
    { what: `search inside ${lines} lines, p99`, measured: quantile(all, 0.99), unit: 'ms' },
  ]
}
