import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { coreCoverage, type Coverage } from '../fonts/coverage.ts'

/**
 * What a page names of the build: scripts, and sheets of the pages that visitors enter by. Each inline sheet has a hash in the header of
 * every file, so others stay links.
 */
const ASSET =
  /<link rel="stylesheet" href="(\/_a\/(?:style|author|browse|family|faq|home|kids|plans)\.[\w-]+\.css)">|<script type="module" src="(\/_a\/[^"]+\.js)"><\/script>/g
/** A script that only imports others: the bundler leaves one for each component whose code is in a shared chunk. */
const ONLY_IMPORTS = /^(?:import\s*"\.\/[^"]+";?\s*)+$/
const IMPORT = /"\.\/([^"]+)"/g
const HIDDEN = '<meta name="robots" content="noindex"'

export type FinishPage = (html: string) => string

/** What the head of a page needs for a quick first paint. A finished page depends on its own HTML and the assets of the build only. */
export async function pageFinisher(built: string): Promise<FinishPage> {
  const names = await readdir(join(built, '_a'))
  const read = async (name: string): Promise<[string, string]> => [
    `/_a/${name}`,
    await readFile(join(built, '_a', name), 'utf8'),
  ]
  const texts = new Map(await Promise.all(names.filter((name) => /\.(?:css|js)$/.test(name)).map(read)))
  const isCovered = await coreCoverage()
  const sheets = createHash('sha256').update(
    names
      .filter((name) => name.endsWith('.css'))
      .toSorted()
      .join(),
  )
  const digest = sheets.digest('base64url').slice(0, 8)
  const [inlined, targets] = [new Map<string, string>(), new Map<string, string[]>()]
  const sheetOf = (href: string, link: string) => known(inlined, href, () => inlineSheet(href, texts.get(href)) ?? link)
  const targetsIn = (src: string) => known(targets, src, () => targetsOf(src, texts))
  return (html) => {
    const scripts = new Set<string>()
    const finished = html.replace(ASSET, (link, sheet?: string, script?: string) => {
      if (sheet) return sheetOf(sheet, link)
      for (const target of targetsIn(script ?? '')) scripts.add(target)
      return ''
    })
    const letters = needsAllLetters(html, isCovered) ? ' data-letters="all"' : ''
    const root = `<html data-scripts="${[...scripts].join(' ')}" data-styles="${digest}"${letters}`
    return finished.replace('<html', () => root)
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
