import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = new URL('../../../', import.meta.url).pathname
/** Long texts lie in folders and have tests of their own. */
const spaces = readdirSync(join(ROOT, 'i18n/en')).flatMap((name) =>
  name.endsWith('.json') ? [name.replace('.json', '')] : [],
)
const read = (locale: string, space: string): Record<string, string> =>
  JSON.parse(readFileSync(join(ROOT, 'i18n', locale, `${space}.json`), 'utf8'))
const placesOf = (text = '') => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([place]) => place).toSorted()

test.each(spaces)('both languages have the same keys and places in %s', (space) => {
  const en = read('en', space)
  const mr = read('mr', space)
  expect(Object.keys(mr).toSorted()).toEqual(Object.keys(en).toSorted())
  for (const key of Object.keys(en)) {
    // English "by {{names}}" and Marathi may order places differently, but never lose one.
    expect(placesOf(mr[key]), `${space}.${key}`).toEqual(placesOf(en[key]))
  }
})

test.each(spaces)('every word of %s is used', (space) => {
  const code = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|tsx|astro)$/.test(name))
    .map((name) => readFileSync(join(ROOT, 'src', name), 'utf8'))
    .join('\n')
  const unused = Object.keys(read('en', space)).filter((key) => {
    const stem = key.replace(/_(?:one|other)$/, '')
    return !code.includes(`'${stem}'`) && !new RegExp(`words\\.${stem}\\b`).test(code) && !isTypeWord(space, stem)
  })
  expect(unused).toEqual([])
})

/** Names of audio types are looked up by `audioTypeWord`. */
function isTypeWord(space: string, stem: string): boolean {
  return space === 'format' && ['audiobook', 'original', 'podcast', 'kids', 'languagelab'].includes(stem)
}

test('Marathi words hold no Latin letters besides names and formats', () => {
  const allowed = /\{\{\w+\}\}|PDF|RSS|dnyaneshwari|name@example\.com|Stories that speak your language/g
  const odd = spaces.flatMap((space) =>
    Object.entries(read('mr', space))
      .filter(([, text]) => /[A-Za-z]/.test(text.replace(allowed, '')))
      .map(([key]) => `${space}.${key}`),
  )
  expect(odd).toEqual([])
})
