import { createHash } from 'node:crypto'
import { copied } from '../files.ts'

/** What a publication knows of a page without reading it again. */
export type PageFacts = {
  /** Internal links, as places in the words of the facts. */
  links: number[]
  /** Hashes of inline scripts and styles, for the content policy. */
  inline: number[]
  /** Row of the sitemap without its date; empty for hidden pages. */
  entry: string
  /** Day on which its data changed last, YYYY-MM-DD. */
  changed: string
  /** Size as it is sent, gzip. */
  bytes: number
}
export type Facts = { words: string[]; pages: Record<string, PageFacts> }

const LINK = /\s(?:href|src)="(\/[^"#?]*)[^"]*"/g
const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g
const STYLE_ATTRIBUTE = /<[a-z][^>]*\sstyle="/
const DATA_BLOCK = /type="(?:application\/ld\+json|application\/json)"/
const CANONICAL = /<link rel="canonical" href="([^"]+)"/
const ALTERNATE = /<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g

export type RawFacts = { links: string[]; inline: string[]; entry: string }

/** Reads a finished page. Throws when it holds what the content policy forbids. */
export function readFacts(html: string, page: string): RawFacts {
  if (STYLE_ATTRIBUTE.test(html)) throw new Error(`${page} has a style attribute, which the content policy forbids`)
  const scripts = [...html.matchAll(INLINE_SCRIPT)].flatMap(([, attributes = '', code = '']) =>
    DATA_BLOCK.test(attributes) ? [] : [`script ${hashOf(code)}`],
  )
  const styles = [...html.matchAll(INLINE_STYLE)].map(([, code = '']) => `style ${hashOf(code)}`)
  const links = [...html.matchAll(LINK)].map(([, raw = '']) => copied(raw))
  return { links: [...new Set(links)], inline: [...new Set([...scripts, ...styles])], entry: entryOf(html) }
}

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

/** Pages without a canonical address are hidden and left out. Addresses stand in the HTML escaped, which is right for XML too. */
function entryOf(html: string): string {
  const address = html.match(CANONICAL)?.[1]
  if (!address) return ''
  const alternates = [...html.matchAll(ALTERNATE)].map(
    ([, language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`,
  )
  return copied(`<loc>${address}</loc>${alternates.join('')}`)
}

/** Numbers for texts that stand on thousands of pages. */
export function wordTable(words: string[] = []) {
  const places = new Map(words.map((word, place) => [word, place]))
  const placeOf = (word: string): number => {
    const known = places.get(word)
    if (known !== undefined) return known
    places.set(word, words.length)
    return words.push(word) - 1
  }
  return { words, placeOf }
}
