import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Collections } from '../../../src/contract/import/import.ts'
import { madeUpBooks, type Book } from './made-up-books.ts'
import { ROOT } from './shop.ts'

const FILE = join(ROOT, '../shared/datasets/librivox-titles.jsonl')

const MOST_TRACKS = 20
const TYPES = [
  'audiobook',
  'audiobook',
  'audiobook',
  'original',
  'audiobook',
  'podcast',
  'audiobook',
  'kids',
  'audiobook',
  'audiobook',
] as const
const SHELVES = ['trending', 'editors_pick', 'popular', 'featured', 'evergreen'] as const

/** The data set, or made-up books where it is missing. Reads JSON Lines. Trap: node:readline also splits at U+2028, which occurs inside texts. */
async function* books(): AsyncGenerator<Book> {
  if (!existsSync(FILE)) return yield* madeUpBooks()
  let rest = ''
  for await (const chunk of createReadStream(FILE, 'utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line) yield JSON.parse(line) as Book
  }
  if (rest) yield JSON.parse(rest) as Book
}

const LETTERS: Record<string, string> = Object.fromEntries(
  'a=अ b=ब c=क d=द e=ए f=फ g=ग h=ह i=इ j=ज k=क l=ल m=म n=न o=ओ p=प q=क r=र s=स t=त u=उ v=व w=व x=क्स y=य z=झ'
    .split(' ')
    .map((pair) => pair.split('=')),
)
const SIGNS: Record<string, string> = { a: 'ा', e: 'े', i: 'ि', o: 'ो', u: 'ु' }

/** Transliterates letter by letter. The words are wrong but stay different, which is enough for measuring. */
export function inDevanagari(text: string): string {
  return text.toLowerCase().replace(/[a-z]/g, (letter, at: number, whole: string) => {
    const follows = /[bcdfghj-np-tv-z]/.test(whole.toLowerCase()[at - 1] ?? ' ')
    return (follows && SIGNS[letter]) || LETTERS[letter] || letter
  })
}

const keyOf = (kind: string, name: string) => `${kind}/${Buffer.from(name).toString('hex').slice(0, 100)}`
const bothWays = (name: string) => ({ en: { name }, mr: { name: inDevanagari(name) } })
const authorsOf = ({ authors = [] }: Book): string[] => authors.flatMap(({ name }) => name || [])
const wordOf = (name: string) => name.slice(0, 250) || '-'

/** The lists that an import needs before its titles. */
export async function collectionsOf(): Promise<Partial<Record<keyof Collections, unknown[]>>> {
  const people = new Map<string, unknown>()
  const genres = new Map<string, unknown>()
  for await (const book of books()) {
    for (const name of authorsOf(book))
      people.set(name, {
        key: keyOf('p', name),
        translations: bothWays(wordOf(name)),
        ...(people.size < 12 && { popular: people.size }),
      })
    for (const name of book.genres ?? [])
      genres.set(name, {
        key: keyOf('g', name),
        kind: 'genre',
        translations: bothWays(wordOf(name)),
        position: genres.size,
      })
  }
  return { people: [...people.values()], categories: [...genres.values()] }
}

/** `count` titles in two languages. When the books are used up, they repeat with altered names. */
export async function* titleRows(count: number): AsyncGenerator<ReturnType<typeof titleOf>> {
  let yielded = 0
  for (let round = 0; yielded < count; round += 1) {
    for await (const book of books()) {
      if (yielded === count) return
      yield titleOf(book, round, yielded)
      yielded += 1
    }
  }
}

function titleOf(book: Book, round: number, index: number) {
  const name = wordOf(round === 0 ? book.title : alter(book.title, round))
  const description = (book.description_html ?? '').slice(0, 8_000)
  const chapters = Math.min(book.chapters ?? 1, MOST_TRACKS)
  return {
    key: `t/${round}/${book.id}`,
    type: TYPES[index % TYPES.length],
    spoken: index % 2 ? 'mr' : 'en',
    translations: {
      en: { name, description, shortDescription: name },
      mr: { name: inDevanagari(name), description: inDevanagari(description.replace(/<[^>]*>|&\w+;/g, ' ')) },
    },
    authors: authorsOf(book).map((author) => keyOf('p', author)),
    categories: (book.genres ?? []).map((genre) => keyOf('g', genre)),
    isFree: index % 50 === 0,
    priceInr: 9_900 + (index % 40) * 1_000,
    priceUsd: 299 + (index % 10) * 100,
    published: `${2005 + (index % 20)}-0${1 + (index % 9)}-1${index % 10}`,
    shelves: index < 60 ? [{ shelf: SHELVES[index % SHELVES.length], position: index }] : [],
    tracks: Array.from({ length: chapters }, (_, at) => ({
      key: `t/${round}/${book.id}/${at}`,
      translations: { en: { name: `Chapter ${at + 1}` }, mr: { name: `भाग ${at + 1}` } },
      seconds: Math.round(book.duration_s / chapters),
    })),
    reviews:
      index % 5 === 0
        ? [
            {
              key: `r/${round}/${book.id}`,
              name: 'A listener',
              score: 1 + (index % 5),
              title: 'Heard',
              body: 'To the end.',
              created: '2026-01-01',
            },
          ]
        : [],
  }
}

/** Changes words in each round, so that the search index grows like a real one. */
function alter(title: string, round: number): string {
  const words = title
    .split(' ')
    .map((word, at) =>
      (at + round) % 3 === 0 && word.length > 3
        ? word.slice(round % word.length) + word.slice(0, round % word.length)
        : word,
    )
  return `${words.join(' ')} ${String.fromCharCode(97 + (round % 26))}${'aeiou'[round % 5]}${String.fromCharCode(97 + ((round * 7) % 26))}`
}
