import { hash } from 'node:crypto'
import { copied } from '../files.ts'
import { readBytes, textOf } from './page-bytes.ts'

/** Facts of a page, so that a publication need not read it again. */
export type PageFacts = {
  /** Internal links, as indexes into `strings`. */
  links: number[]
  /** Hashes of inline scripts and styles, as indexes into `strings`. */
  inline: number[]
  /** For the sitemap; empty for hidden pages. */
  address: string
  /** Where the page has other languages: an index into `strings`, of `en ADDRESS mr ADDRESS …`, which both pages share. */
  alternates: number[]
  /** Day of the last change, YYYY-MM-DD. */
  changed: string
  /** Gzip size. */
  bytes: number
}
export type Facts = { strings: string[]; pages: Record<string, PageFacts> }

// A space only: read as bytes, a part of a Devanagari letter can be white space.
const LINK = /[ \n\t](?:href|src)="(\/[^"#?]*)[^"]*"/g
const QUOTED = /"[^"]*"/g
const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)([^>]*)>([^]*?)<\/script>/g
const INLINE_STYLE = /<style[^>]*>([^]*?)<\/style>/g
const STYLE_ATTRIBUTE = /<[a-z][^>]*[ \n\t]style="/
const DATA_BLOCK = /type="(?:application\/ld\+json|application\/json)"/
const CANONICAL = /<link rel="canonical" href="([^"]+)"/
const ALTERNATE = /<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g

type RawFacts = { links: string[]; inline: string[]; address: string; alternates: string[] }

/** Reads a finished page. Throws when it contains something that the content policy forbids. */
export function readFacts(page: Buffer, name: string): RawFacts {
  const html = readBytes(page)
  // No page has one: looking for the word alone takes half of the time.
  if (html.includes('style="') && STYLE_ATTRIBUTE.test(html))
    throw new Error(`${name} has a style attribute, which the content policy forbids`)
  const scripts = [...html.matchAll(INLINE_SCRIPT)].flatMap(([, attributes = '', code = '']) =>
    DATA_BLOCK.test(attributes) ? [] : [`script ${hashOf(code)}`],
  )
  const styles = [...html.matchAll(INLINE_STYLE)].map(([, code = '']) => `style ${hashOf(code)}`)
  return {
    links: [...new Set(linksOf(html))].map(textOf),
    inline: [...new Set([...scripts, ...styles])],
    address: textOf(html.match(CANONICAL)?.[1] ?? ''),
    alternates: alternatesOf(html),
  }
}

/**
 * A description may show a tag as text, of which only `<` and `>` are escaped: that is no link. A value of an attribute may contain
 * `<` and `>` as they are. Each character is looked at twice at most, however many links a page has.
 */
function linksOf(html: string): string[] {
  const links: string[] = []
  let [at, isTag] = [0, false]
  for (const { 0: whole, 1: raw = '', index } of html.matchAll(LINK)) {
    const opened = html.slice(at, index).lastIndexOf('<')
    const since = html.slice(opened < 0 ? at : at + opened, index)
    isTag = (isTag || opened >= 0) && !(since.includes('>') && since.replace(QUOTED, '').includes('>'))
    if (isTag) links.push(raw)
    at = index + whole.length
  }
  return links
}

const hashOf = (code: string) => `'sha256-${hash('sha256', Buffer.from(code, 'latin1'), 'base64')}'`

function alternatesOf(html: string): string[] {
  const pairs = [...html.matchAll(ALTERNATE)].map(([, language, href]) => `${language} ${href}`)
  return pairs.length > 0 ? [textOf(pairs.join(' '))] : []
}

/** Stores each string once, because thousands of pages contain the same ones. */
export function stringTable(strings: string[] = []) {
  const indexes = new Map(strings.map((text, index) => [text, index]))
  const indexOf = (text: string): number => {
    const existing = indexes.get(text)
    if (existing !== undefined) return existing
    const own = copied(text)
    indexes.set(own, strings.length)
    return strings.push(own) - 1
  }
  return { strings, indexOf }
}
