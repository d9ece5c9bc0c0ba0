import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = new URL('../../../src/', import.meta.url).pathname

/** Which folder of src may import which others, besides itself. */
const FOLDERS: Record<string, readonly string[]> = {
  brand: [],
  contract: ['brand'],
  i18n: ['contract', 'brand'],
  client: ['contract', 'brand'],
  catalog: ['contract', 'client', 'brand'],
  stores: ['contract', 'client', 'brand'],
  ui: [],
  elements: ['stores', 'i18n', 'contract', 'client', 'brand', 'islands'],
  islands: ['stores', 'ui', 'i18n', 'contract', 'client', 'brand'],
  seo: ['i18n', 'contract', 'catalog', 'brand'],
  components: ['elements', 'islands', 'i18n', 'contract', 'catalog', 'seo', 'brand', 'client'],
  layouts: ['components', 'elements', 'islands', 'i18n', 'catalog', 'seo', 'brand'],
  pages: ['layouts', 'components', 'elements', 'islands', 'catalog', 'i18n', 'contract', 'seo', 'brand'],
  styles: ['brand'],
  'service-worker': ['contract', 'i18n', 'brand'],
  server: ['contract', 'i18n', 'brand'],
  demo: ['contract', 'brand'],
}
/** The demo catalog is loaded by the start of the shop alone, and only in demo mode. */
const EXCEPTIONS = new Set(['server/main.ts → demo'])

/** Folders of the server that every domain may use. `adapters/<kind>` counts as `adapters`. */
const GROUND = ['runtime', 'db', 'http', 'jobs', 'audit', 'adapters']
/** What the ground folders may use of each other. */
const GROUND_USES: Record<string, readonly string[]> = {
  runtime: [],
  db: ['runtime'],
  adapters: ['runtime', 'db'],
  jobs: ['runtime', 'db', 'adapters', 'audit'],
  audit: ['runtime', 'db'],
  http: ['runtime', 'db', 'adapters', 'jobs', 'audit'],
  embedded: ['runtime', 'db'],
}
/** Each domain may use those before it. */
const DOMAINS = [
  'accounts',
  'catalog',
  'audio',
  'search',
  'plans',
  'listening',
  'transcripts',
  'reviews',
  'courses',
  'library',
  'opds',
  'cart',
  'orders',
  'payments',
  'renewals',
  'gifts',
  'ebooks',
  'auditions',
  'contact',
  'notifications',
  'import',
  'privacy',
  'operations',
  'desk',
]

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

test('imports go one way between the folders of src', () => {
  const wrong = files.flatMap((file) => {
    const folder = file.split('/')[0] ?? ''
    return importsOf(file).flatMap((target) => {
      const other = target.split('/')[0] ?? ''
      const isFine =
        other === folder ||
        FOLDERS[folder]?.includes(other) ||
        EXCEPTIONS.has(`${file} → ${other}`) ||
        target.startsWith('..') ||
        target.endsWith('.css')
      return isFine ? [] : `${file} imports ${target}`
    })
  })
  expect(wrong).toEqual([])
})

/** Undefined: a file of the server's own folder (main, app, worker …) or its demo, which may use everything. */
function allowedIn(folder: string): readonly string[] | undefined {
  if (folder in GROUND_USES) return GROUND_USES[folder]
  const at = DOMAINS.indexOf(folder)
  return at < 0 ? undefined : [...GROUND, ...DOMAINS.slice(0, at)]
}

test('a server domain uses only base folders and the domains before it', () => {
  const wrong = files.flatMap((file) => {
    const [top, folder = '', rest] = file.split('/')
    const allowed = top === 'server' && rest !== undefined ? allowedIn(folder) : undefined
    if (!allowed) return []
    return importsOf(file).flatMap((target) => {
      const [otherTop, other = '', inner] = target.split('/')
      if (otherTop !== 'server' || other === folder || allowed.includes(other)) return []
      // What every service receives, and the settings it is made of.
      if (inner === undefined && (other === 'context.ts' || other === 'config.ts')) return []
      return `${file} imports ${target}`
    })
  })
  expect(wrong).toEqual([])
})

test('every folder of src and of its server has a row in a table', () => {
  const folders = new Set(files.map((file) => file.split('/')[0]))
  const server = files.filter((file) => file.startsWith('server/') && file.split('/').length > 2)
  const parts = new Set(server.map((file) => file.split('/')[1] ?? ''))
  const known = new Set([...DOMAINS, ...Object.keys(GROUND_USES), 'demo'])
  expect([...folders].filter((folder) => folder && !(folder in FOLDERS))).toEqual([])
  expect([...parts].filter((part) => !known.has(part))).toEqual([])
})

test('only stores set their state', () => {
  const setting = files.filter(
    (file) =>
      /^(?:elements|islands|ui|components)\//.test(file) && /\$\w+\.set\(/.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  expect(setting).toEqual([])
})

test('browser code does not import node modules', () => {
  const browser = files.filter((file) => /^(?:elements|islands|stores|client|ui|service-worker)\//.test(file))
  const wrong = browser.filter((file) => /from 'node:/.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(wrong).toEqual([])
})
