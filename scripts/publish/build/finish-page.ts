import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { coreCoverage } from '../fonts/coverage.ts'

/** Sheets of the pages that visitors enter by. Each inline one has a hash in the header of every file, so others stay links. */
const SHEET = /<link rel="stylesheet" href="(\/_a\/(?:style|author|browse|family|faq|home|kids|plans)\.[\w-]+\.css)">/g
const SCRIPT = /<script type="module" src="(\/_a\/[^"]+\.js)"><\/script>/g
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
  const root = `<html data-styles="${sheets.digest('base64url').slice(0, 8)}"`
  // What listeners type, and titles newer than the build, may need any letter.
  const withLetters: FinishPage = (html) =>
    // Pages of the desk say so themselves.
    / data-letters=/.test(html.slice(0, 500)) || (isCovered(html) && !html.includes(HIDDEN))
      ? html
      : html.replace(root, `${root} data-letters="all"`)
  return (html) => scriptsAfterPaint(withLetters(inlineSheets(html.replace('<html', root), texts)), texts)
}

/**
 * Style sheets in the page save a round trip before the first paint. The router keeps equal ones; `data-href` and `data-styles` are
 * for pages of another publication, whose styles the content policy of this one forbids (src/elements/other-publication.ts).
 */
function inlineSheets(html: string, texts: ReadonlyMap<string, string>): string {
  return html.replace(SHEET, (link, href: string) => {
    const css = texts.get(href)
    return css ? `<style data-astro-transition-persist="${href}" data-href="${href}">${css.trim()}</style>` : link
  })
}

/**
 * Scripts become a list that elements/shell/head.js imports after the first paint. It names the chunks themselves instead of scripts
 * that only import them, once each.
 */
function scriptsAfterPaint(html: string, texts: ReadonlyMap<string, string>): string {
  const scripts = new Set<string>()
  const rest = html.replace(SCRIPT, (_, src: string) => {
    for (const target of targetsOf(src, texts)) scripts.add(target)
    return ''
  })
  return rest.replace('<html', () => `<html data-scripts="${[...scripts].join(' ')}"`)
}

function targetsOf(src: string, texts: ReadonlyMap<string, string>): string[] {
  const code = texts.get(src)?.trim()
  if (!code || !ONLY_IMPORTS.test(code)) return [src]
  return [...code.matchAll(IMPORT)].flatMap(([, name]) => targetsOf(`/_a/${name}`, texts))
}
