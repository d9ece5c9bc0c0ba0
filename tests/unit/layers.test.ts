import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = new URL('../../src/', import.meta.url).pathname

/** Who may import whom (design 4). `brand.ts` is below everything. */
const MAY: Record<string, readonly string[]> = {
  contract: [],
  i18n: ['contract'],
  client: ['contract'],
  catalog: ['contract', 'client'],
  stores: ['contract', 'client'],
  ui: [],
  islands: ['stores', 'ui', 'i18n', 'contract', 'client'],
  components: ['islands', 'i18n', 'contract'],
  layouts: ['components', 'islands', 'i18n', 'catalog'],
  pages: ['layouts', 'components', 'islands', 'catalog', 'i18n', 'contract'],
  'service-worker': ['contract', 'i18n'],
  server: ['contract', 'i18n'],
  demo: ['contract'],
}
/** Reasoned exceptions: the demo is loaded by the shop's start alone, and only when the mode asks for it. */
const EXCEPTIONS = new Set(['server/main.ts → demo'])

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.(?:ts|tsx|astro)$/.test(name) && !name.endsWith('.d.ts') && name.includes('/'),
)

function importsOf(file: string): string[] {
  const code = readFileSync(join(ROOT, file), 'utf8')
  const found = [...code.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, target = '']) => target)
  return found.flatMap((target) => {
    if (target.startsWith('#')) return target.slice(1)
    return target.startsWith('.') ? relative(ROOT, join(ROOT, dirname(file), target)) : []
  })
}

test('imports go one way between the layers', () => {
  const wrong = files.flatMap((file) => {
    const layer = file.split('/')[0] ?? ''
    return importsOf(file).flatMap((target) => {
      const other = target.split('/')[0] ?? ''
      const isFine =
        !target.includes('/') ||
        other === layer ||
        MAY[layer]?.includes(other) ||
        EXCEPTIONS.has(`${file} → ${other}`) ||
        other === 'styles' ||
        target.startsWith('..')
      return isFine ? [] : `${file} imports ${target}`
    })
  })
  expect(wrong).toEqual([])
})

test('only stores set what is in them', () => {
  const setting = files.filter((file) => /^(?:islands|ui|components)\//.test(file) && /\$\w+\.set\(/.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(setting).toEqual([])
})

test('every folder of src has a row in the table', () => {
  const folders = new Set(files.map((file) => file.split('/')[0]))
  expect([...folders].filter((folder) => folder && !(folder in MAY))).toEqual([])
})

test('browser code never touches node', () => {
  const browser = files.filter((file) => /^(?:islands|stores|client|ui|service-worker)\//.test(file))
  const wrong = browser.filter((file) => /from 'node:/.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(wrong).toEqual([])
})
