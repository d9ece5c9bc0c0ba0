import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFiles, ROOT } from './support/project-files.ts'

const EXPORT = /^export (?:async )?(?:const|let|function\*?|type|class|interface|enum) ([A-Za-z_$][\w$]*)/gm
const WORD = /[A-Za-z_$][\w$]*/g
/** Tables are exported for the tool that makes migrations, pages for Astro. */
const isRead = (file: string) => /^src\/(?:server\/db\/schema|pages)\//.test(file)

it('what is exported is used by another file', () => {
  const files = projectFiles('src', 'scripts', 'tests', '*.mjs', '*.ts').filter((file) =>
    /\.(?:tsx?|astro|m?js)$/.test(file),
  )
  const texts = files.map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
  const users = new Map<string, number>()
  for (const { text } of texts)
    for (const word of new Set(text.match(WORD))) users.set(word, (users.get(word) ?? 0) + 1)
  const alone = texts.flatMap(({ file, text }) =>
    /^(?:src|scripts)\/.*\.tsx?$/.test(file) && !isRead(file)
      ? [...text.matchAll(EXPORT)].flatMap(([, name = '']) => (users.get(name) === 1 ? [`${file}: ${name}`] : []))
      : [],
  )
  expect(alone).toEqual([])
})
