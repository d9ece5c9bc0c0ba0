import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = new URL('../../../', import.meta.url).pathname
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')
/** Set by the system or by one of our processes for another, never by the operator. */
const NOT_SETTINGS = new Set([
  ...[
    'PATH',
    'HOME',
    'NODE_ENV',
    'SUDO_USER',
    'LISTEN_FDS',
    'LISTEN_PID',
    'LD_LIBRARY_PATH',
    'DYLD_LIBRARY_PATH',
    'CI',
    'NO_COLOR',
  ],
  // From a build to its processes, and to tests from their runner.
  ...[
    'SITE_OUT',
    'SITE_BASE',
    'SITE_CATALOG',
    'SITE_RENDERER',
    'SITE_BRAND',
    'SHOP_ADDRESS',
    'SHOP_DATA',
    'FORCE_COLOR',
  ],
])

/** Names that code reads from the environment: by key, by destructuring, and in the lists of settings that belong together. */
function settingsInCode(): Set<string> {
  const files = ['src/server', 'scripts'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|mjs)$/.test(name) && !/^(?:bench|test)\b/.test(name))
      .map((name) => read(join(folder, name))),
  )
  const code = [...files, read('astro.config.mjs')].filter((text) => /\benv\b|\bEnv\b/.test(text))
  const names = code.flatMap((text) => [
    ...[...text.matchAll(/env(?:\['|\.)([A-Z][A-Z0-9_]+)\b/g)].map(([, name = '']) => name),
    ...[...text.matchAll(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+): \w+[ ,}]/g)].map(([, name = '']) => name),
    ...[...text.matchAll(/'((?:S3|PAYU|CCAVENUE|PAYPAL|MSG91|FACEBOOK)_[A-Z_]+)'/g)].map(([, name = '']) => name),
  ])
  return new Set(names.filter((name) => !NOT_SETTINGS.has(name)))
}

const inTemplate = [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)

it('the template of settings names every setting that the code reads', () => {
  const settings = settingsInCode()
  expect(settings.size).toBeGreaterThan(40)
  expect([...settings].filter((name) => !inTemplate.includes(name)).toSorted()).toEqual([])
})

it('the settings file of a server names every setting of the template', () => {
  const named = [...read('scripts/deploy/kathavani.env').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
  // For tests, and for the database of the containers.
  const others = new Set(['CHROMIUM', 'POSTGRES_PASSWORD'])
  expect(inTemplate.filter((name) => !others.has(name) && !named.includes(name))).toEqual([])
})

it('the table of settings explains every setting of the template', () => {
  const table = read('scripts/deploy/README.md')
  expect(inTemplate.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})
