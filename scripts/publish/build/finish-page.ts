import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { coreCoverage, pageCoverage, type Coverage } from '../fonts/coverage.ts'
import { readBytes } from './page-bytes.ts'

/**
 * What a page names of the build: scripts, and sheets of the pages that visitors enter by. Each inline sheet has a hash in the header of
 * every file, so others stay links.
 */
const ASSET =
  /<link rel="stylesheet" href="(\/_a\/(?:style|author|browse|family|faq|home|kids|plans)\.[\w-]+\.css)">|<script type="module" src="(\/_a\/[^"]+\.js)"><\/script>/g
/** A script that only imports others: the bundler leaves one for each component whose code is in a shared chunk. */
const ONLY_IMPORTS = /^(?:import\s*"\.\/[^"]+";?\s*)+$/
const IMPORT = /"\.\/([^"]+)"/g
const ROOT = '<html'
const HIDDEN = '<meta name="robots" content="noindex"'

type FinishPage = (page: Buffer) => Buffer

/** What the head of a page needs for a quick first paint. A finished page depends on its own HTML and the assets of the build only. */
export async function pageFinisher(built: string): Promise<FinishPage> {
  const names = await readdir(join(built, '_a'))
  const read = async (name: string): Promise<[string, string]> => [
    `/_a/${name}`,
    await readFile(join(built, '_a', name), 'utf8'),
  ]
  const texts = new Map(await Promise.all(names.filter((name) => /\.(?:css|js)$/.test(name)).map(read)))
  const isCovered = pageCoverage(await coreCoverage())
  const sheets = createHash('sha256').update(
    names
      .filter((name) => name.endsWith('.css'))
      .toSorted()
      .join(),
  )
  const digest = sheets.digest('base64url').slice(0, 8)
  const [inlined, targets] = [new Map<string, Buffer>(), new Map<string, string[]>()]
  const sheetOf = (href: string, link: string) =>
    known(inlined, href, () => Buffer.from(inlineSheet(href, texts.get(href)) ?? link))
  const targetsIn = (src: string) => known(targets, src, () => targetsOf(src, texts))
  return (page) => {
    const html = readBytes(page)
    const scripts = new Set<string>()
    const root = html.indexOf(ROOT) + ROOT.length
    const parts: Buffer[] = []
    let at = root
    for (const { 0: link, 1: sheet, 2: script, index } of html.matchAll(ASSET)) {
      parts.push(page.subarray(at, index))
      if (sheet) parts.push(sheetOf(sheet, link))
      else for (const target of targetsIn(script ?? '')) scripts.add(target)
      at = index + link.length
    }
    const letters = needsAllLetters(html, isCovered) ? ' data-letters="all"' : ''
    const attributes = Buffer.from(` data-scripts="${[...scripts].join(' ')}" data-styles="${digest}"${letters}`)
    return Buffer.concat([page.subarray(0, root), attributes, ...parts, page.subarray(at)])
  }
}

/** Thousands of pages name the same assets. */
function known<Found>(found: Map<string, Found>, name: string, find: () => Found): Found {
  const value = found.get(name) ?? find()
  found.set(name, value)
  return value
}

/** What listeners type, and titles newer than the build, may need any letter. Pages of the desk say so themselves. */
const needsAllLetters = (html: string, isCovered: Coverage): boolean =>
  !/ data-letters=/.test(html.slice(0, 500)) && (html.includes(HIDDEN) || !isCovered(html))

/**
 * A style sheet in the page saves a round trip before the first paint. The router keeps equal ones; `data-href` and `data-styles` are
 * for pages of another publication, whose styles the content policy of this one forbids (src/elements/other-publication.ts).
 */
const inlineSheet = (href: string, css: string | undefined): string | undefined =>
  css && `<style data-astro-transition-persist="${href}" data-href="${href}">${css.trim()}</style>`

/**
 * Scripts become a list that elements/shell/head.js imports after the first paint. It names the chunks themselves instead of scripts
 * that only import them.
 */
function targetsOf(src: string, texts: ReadonlyMap<string, string>): string[] {
  const code = texts.get(src)?.trim()
  if (!code || !ONLY_IMPORTS.test(code)) return [src]
  return [...code.matchAll(IMPORT)].flatMap(([, name]) => targetsOf(`/_a/${name}`, texts))
}
