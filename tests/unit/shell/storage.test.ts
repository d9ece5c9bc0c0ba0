import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { storageKeys } from '#contract/storage.ts'

const SRC = new URL('../../../src/', import.meta.url)
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:ts|tsx|js|astro)$/.test(name),
)
const read = (name: string) => readFileSync(new URL(name, SRC), 'utf8')
/** The only files that touch storage; everything else names its key to one of them. */
const STORES = new Set([
  'stores/persistent.ts',
  'client/tab-storage.ts',
  'elements/shell/head.js',
  'elements/library/home-first.js',
])

it('[SH-16] only four files touch the storage of the browser', () => {
  const touching = files.filter((name) => /\b(?:localStorage|sessionStorage)\b/.test(read(name)))
  expect(touching.toSorted()).toEqual([...STORES].toSorted())
})

it('[SH-16] every value is stored under a key of the list', () => {
  const keyed = files.flatMap((name) => {
    if (STORES.has(name) || ['contract/storage.ts', 'stores/persistent-json.ts'].includes(name)) return []
    const calls = read(name).matchAll(
      /\b(?:persistent(?:Value|Text|Flag|Json|Atom)|saveInTab|readFromTab|takeFromTab)(?:<[^(]*>)?\(\s*([^,)]+)/g,
    )
    return [...calls].map(([, key = '']) => [name, key.trim()])
  })
  expect(keyed.length).toBeGreaterThan(10)
  const constants = (name: string) =>
    [...read(name).matchAll(/const (\w+) = storageKeys\.\w+/g)].map(([, found]) => found)
  expect(
    keyed.filter(
      ([name = '', key = '']) => !/^storageKeys(?:\.\w+|\[key\])$/.test(key) && !constants(name).includes(key),
    ),
  ).toEqual([])
})

it('[SH-16] the script in the head reads keys of the list only', () => {
  const known = new Set<string>(Object.values(storageKeys))
  const names = [...read('elements/shell/head.js').matchAll(/\bitem\('(\w+)'/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(4)
  expect(names.filter((name) => !known.has(name))).toEqual([])
})

it('[SH-16] every key of the list is read by somebody', () => {
  const code = files
    .filter((name) => name !== 'contract/storage.ts')
    .map(read)
    .join('\n')
  const unused = Object.entries(storageKeys).filter(
    ([name, key]) => !code.includes(`storageKeys.${name}`) && !code.includes(`item('${key}'`),
  )
  expect(unused).toEqual([])
})
