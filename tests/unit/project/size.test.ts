import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { projectFiles, ROOT } from './support/project-files.ts'

const MAX_LINES = 250
const MAX_TEST_LINES = 400
const MAX_FUNCTION_LINES = 40
const MAX_FOLDER_FILES = 15
/** Files whose one function may be long, with the reason. */
const LONG_FUNCTIONS: Record<string, string> = {
  'src/elements/shell/head.js': 'one inline script that runs before paint and must leave no global names',
}

const listed = projectFiles('src', 'scripts', 'tests')
const isData = (file: string) => /^src\/demo\/|\/migrations\//.test(file)
const code = listed.filter((file) => /\.(?:ts|tsx|astro|css|js|mjs)$/.test(file) && !isData(file))
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const linesOf = (text: string) => text.trimEnd().split('\n').length

/** The script parts of a file; `line` is the number of lines above the part. */
function scriptsOf(file: string): { text: string; line: number }[] {
  const text = read(file)
  if (!file.endsWith('.astro')) return [{ text, line: 0 }]
  const parts = [...text.matchAll(/^---\n([\s\S]*?)\n---|<script[^>]*>([\s\S]*?)<\/script>/gm)]
  return parts.map(({ 1: front, 2: script, index }) => ({
    text: front ?? script ?? '',
    line: text.slice(0, index).split('\n').length,
  }))
}

function linesIn(source: ts.SourceFile, node: ts.Node): number {
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line
  return lineOf(node.getEnd()) - lineOf(node.getStart(source)) + 1
}

/** Lines of the function declarations inside of a factory, which are measured by themselves. */
function nestedLines(source: ts.SourceFile, body: ts.Node): number {
  let lines = 0
  ts.forEachChild(body, (child) => {
    if (ts.isFunctionDeclaration(child)) lines += linesIn(source, child)
  })
  return lines
}

function longFunctionsOf(file: string): string[] {
  return scriptsOf(file).flatMap(({ text, line }) => {
    const source = ts.createSourceFile(file.replace('.astro', '.ts'), text, ts.ScriptTarget.Latest, true)
    const long: string[] = []
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node) && 'body' in node && node.body) {
        const lines = linesIn(source, node) - nestedLines(source, node.body)
        const { line: start } = source.getLineAndCharacterOfPosition(node.getStart(source))
        if (lines > MAX_FUNCTION_LINES) long.push(`${file}:${start + line + 1} ${lines} lines`)
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
    return long
  })
}

describe('size', () => {
  it('of a file is limited', () => {
    const large = code.flatMap((file) => {
      const lines = linesOf(read(file))
      return lines > (file.startsWith('tests/') ? MAX_TEST_LINES : MAX_LINES) ? [`${file}: ${lines} lines`] : []
    })
    expect(large).toEqual([])
  })

  it('of a function is limited', () => {
    const scripts = code.filter(
      (file) => !file.endsWith('.css') && !file.startsWith('tests/') && !Object.hasOwn(LONG_FUNCTIONS, file),
    )
    expect(scripts.flatMap(longFunctionsOf)).toEqual([])
  })

  it('of a folder is limited', () => {
    const folders = Map.groupBy(
      listed.filter((file) => /^(?:src|scripts)\//.test(file) && !isData(file) && !file.startsWith('src/pages/')),
      dirname,
    )
    const full = [...folders].filter(([, files]) => files.length > MAX_FOLDER_FILES)
    expect(full.map(([folder, files]) => `${folder}: ${files.length} files`)).toEqual([])
  })
})
