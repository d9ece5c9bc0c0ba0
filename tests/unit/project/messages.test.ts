import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = new URL('../../../', import.meta.url).pathname
type Tree = { [key: string]: string | Tree }
/** Long texts lie in folders and have tests of their own. */
const namespaces = readdirSync(join(ROOT, 'i18n/en')).flatMap((name) =>
  name.endsWith('.json') ? [name.replace('.json', '')] : [],
)

/** Every message by its path. */
function flat(tree: Tree, before = ''): [path: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[before + key, value]] : flat(value, `${before}${key}.`),
  )
}
const read = (locale: string, namespace: string): Map<string, string> =>
  new Map(flat(JSON.parse(readFileSync(join(ROOT, 'i18n', locale, `${namespace}.json`), 'utf8'))))
const variablesOf = (text = '') => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([variable]) => variable).toSorted()
const stemOf = (path: string) => path.replace(/_(?:one|other)$/, '')

const code = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:ts|tsx|astro)$/.test(name) && name !== 'i18n/namespaces.ts')
  .map((name) => readFileSync(join(ROOT, 'src', name), 'utf8'))
  .join('\n')

test.each(namespaces)('both languages have the same keys and places in %s', (namespace) => {
  const en = read('en', namespace)
  const mr = read('mr', namespace)
  expect([...mr.keys()].toSorted()).toEqual([...en.keys()].toSorted())
  for (const [path, text] of en) {
    // English "by {{names}}" and Marathi may order places differently, but never lose one.
    expect(variablesOf(mr.get(path)), `${namespace}.${path}`).toEqual(variablesOf(text))
  }
})

test.each(namespaces)('a counted message of %s has both forms', (namespace) => {
  const paths = [...read('en', namespace).keys()]
  const counted = new Set(paths.filter((path) => stemOf(path) !== path).map(stemOf))
  const lonely = [...counted].filter((stem) => !paths.includes(`${stem}_one`) || !paths.includes(`${stem}_other`))
  expect(lonely).toEqual([])
})

/** `messages.key`, a key in a table (`'key'`), or one of those that are taken out together: `{ seek, mute } = messages`. */
const readKeys = new Set([
  ...[...code.matchAll(/\b(?:\w*[mM]essages|texts?|time|failures|t)\.(\w+)/g)].map(([, key = '']) => key),
  ...[...code.matchAll(/\{ ([^{}]*) \}(?:: \w+)? = \w*[mM]essages\b/g)].flatMap(([, keys = '']) => keys.split(/,\s*/)),
  ...[...code.matchAll(/\(\w+: string, \{ (\w+) \}: \w+Messages/g)].map(([, key = '']) => key),
])
const quoted = new Set([...code.matchAll(/'([\w.-]+)'/g)].map(([, text = '']) => text))
/** Groups of which one message is known only when it runs. */
const openGroups = new Set([
  ...[...code.matchAll(/`([\w.-]+)\.\$\{/g)].map(([, group = '']) => group),
  ...[...code.matchAll(/essages\.([\w.]+)\[/g)].map(([, group = '']) => group),
])
const LOADED = /(?:load|useLate)Messages\((?:props\.)?locale, '(\w+)'/g
const loaded = new Set([...code.matchAll(LOADED)].map(([, namespace = '']) => namespace))
const isRead = (key: string) => readKeys.has(key) || quoted.has(key)

/** Quoted whole, or with a part that is known only when it runs: `counts.${kind}`, `messages.old[reason]`. */
function isTranslated(path: string): boolean {
  const [last = '', ...before] = stemOf(path).split('.').toReversed()
  const group = before.toReversed().join('.')
  if (quoted.has(stemOf(path)) || openGroups.has(group)) return true
  return path.startsWith('templates.') && ['subject', 'lead', 'button', 'note'].includes(last)
}

/** Of a group that an island gets whole: the key, or the object that it lies in, is read somewhere. */
function isInUsedGroup(namespace: string, path: string): boolean {
  const [group = '', ...rest] = stemOf(path).split('.')
  const isLoaded = loaded.has(namespace) || namespace === 'offline'
  const isPassed = quoted.has(`${namespace}.${group}`)
  if (isLoaded) return isRead(group)
  return isPassed && isRead(rest[0] ?? '')
}

test.each(namespaces)('every message of %s is used', (namespace) => {
  const unused = [...read('en', namespace).keys()].filter(
    (path) => !isTranslated(path) && !isInUsedGroup(namespace, path),
  )
  expect(unused, 'no code names these keys, by t(…), messages(locale, …) or a group that is passed on').toEqual([])
})

test('Marathi messages have no Latin letters except names and formats', () => {
  const allowed =
    /\{\{\w+\}\}|PDF|EPUB|RSS|HTML|ZIP|MP3|mp3|M4A|FLAC|WAV|AIFF|OGG|WMA|dB(?:TP)?|LUFS|ACX|ffmpeg|MB|“CSV UTF-8”|UTF-8|CSV|JSON|SVG|PNG|MB|GSTIN|GST|PAN|WCAG AA|Alt|viewBox|“Save as”|DIWALI20|(?<= )GP(?=;)|https:\/\/|mailto:|\b(?:yes|no|en|mr|hi)\b|dnyaneshwari|name@example\.com|Stories that speak your language/g
  const odd = namespaces.flatMap((namespace) =>
    [...read('mr', namespace)].flatMap(([path, text]) =>
      /[A-Za-z]/.test(text.replace(allowed, '')) ? [`${namespace}.${path}: ${text}`] : [],
    ),
  )
  expect(odd, 'a name or format that stays in Latin letters is listed in this test').toEqual([])
})
