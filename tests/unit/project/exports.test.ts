import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { projectFiles, ROOT } from './support/project-files.ts'

const EXPORT = /^export (?:async )?(?:const|let|function\*?|type|class|interface|enum) ([A-Za-z_$][\w$]*)/gm
const IMPORT = /(?:import|export)\s+(?:type\s+)?([\w$*\s{},]*?)\s*from\s*'([^']+)'/g
/** Whoever takes a whole module may use all of it. */
const WHOLE = /\bimport\('([^']+)'\)/g
/** Tables are exported for the tool that makes migrations, pages and collections for Astro. */
const isRead = (file: string) => /^src\/(?:server\/db\/schema|pages)\/|^src\/content\.config\.ts$/.test(file)

/** The file that an import means; packages are none of ours. */
const targetOf = (file: string, path: string) =>
  path.startsWith('#') ? normalize(path.replace('#', 'src/')) : normalize(join(dirname(file), path))
/** `{ type A, b as c }` names A and b. */
const namesIn = (list: string) =>
  list
    .replace(/[{}]/g, ',')
    .split(',')
    .map((name) =>
      name
        .trim()
        .replace(/^type\s+/, '')
        .replace(/\s+as\s.*$/s, ''),
    )

it('what is exported is imported by another file', () => {
  const files = projectFiles('src', 'scripts', 'tests', '*.mjs', '*.ts').filter((file) =>
    /\.(?:tsx?|astro|m?js)$/.test(file),
  )
  const texts = files.map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
  const used = new Set<string>()
  for (const { file, text } of texts) {
    for (const [, list = '', path = ''] of text.matchAll(IMPORT))
      for (const name of namesIn(list)) used.add(`${targetOf(file, path)} ${name.startsWith('*') ? '*' : name}`)
    for (const [, path = ''] of text.matchAll(WHOLE)) used.add(`${targetOf(file, path)} *`)
  }
  const alone = texts.flatMap(({ file, text }) =>
    /^(?:src|scripts)\/.*\.tsx?$/.test(file) && !isRead(file) && !used.has(`${file} *`)
      ? [...text.matchAll(EXPORT)].flatMap(([, name = '']) => (used.has(`${file} ${name}`) ? [] : [`${file}: ${name}`]))
      : [],
  )
  expect(alone).toEqual([])
})
