import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { describe, expect, it } from 'vitest'
import { allPages, LOCALES, onePageOfEachKind } from './support.ts'

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended'],
    rules: {
      // React writes attributes as `maxLength`, `autoComplete`, `hidden=""`, `required=""` and void tags as `<input/>`: valid, and not ours to choose.
      'attr-case': 'off',
      'attribute-empty-style': 'off',
      'attribute-boolean-style': 'off',
      'void-style': 'off',
      // React's `useId` begins with an underscore; any id without spaces is valid.
      'valid-id': ['error', { relaxed: true }],
      // A list without bullets is no list to VoiceOver in Safari unless its role says so.
      'no-redundant-role': 'off',
      // Suggestions belong to a combobox, which no `<select>` can be (SE-4).
      'prefer-native-element': ['error', { exclude: ['listbox'] }],
      // `presentation` and `none` are one role.
      'presentation-role-style': 'off',
    },
  }),
)

/** Astro puts this before the first island wherever it stands, and browsers take it there. */
const ISLAND_STYLE = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>'
/** The content of a template is no part of the document: its `<main>` is not a second one. */
const TEMPLATE = /(<template\b[^>]*>)[\s\S]*?(<\/template>)/g

async function findings(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html.replace(ISLAND_STYLE, '').replace(TEMPLATE, '$1$2'))
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`))
}

const pages = allPages()
const chosen = [...LOCALES.flatMap((locale) => onePageOfEachKind(pages, locale)), ...pages.filter(({ path }) => path === '/404.html')]

describe('[SD-1] HTML is valid', () => {
  it.each(chosen.map(({ path, html }) => [path, html]))('on %s', async (_, html) => {
    expect(await findings(html)).toEqual([])
  })

  it('in the page that stands in while the shop is closed', async () => {
    const template = chosen[0]?.html.match(/<template id="maintenance"[^>]*>([\s\S]*?)<\/template>/)?.[1] ?? ''
    expect(template).toContain('<h1')
    expect(await findings(template)).toEqual([])
  })

  it('and what is not is found', async () => {
    const rules = await findings('<div><p id="a">one<div id="a"></div></p></div>')
    expect(rules.join()).toContain('no-dup-id')
  })
})

/** What a reader without JavaScript finds in the page. */
const textOf = (html: string) =>
  (html.match(/<main id="content"[\s\S]*?<\/main>/)?.[0] ?? '')
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

it('[SD-1] every page kind is there without JavaScript', () => {
  expect(chosen.filter(({ html }) => textOf(html).length < 4).map(({ path }) => path)).toEqual([])
})

it('[SD-1] every entry of the catalog is whole without JavaScript', () => {
  const entries = pages.filter(({ path, isHidden }) => /product-details\/|\/author\//.test(path) && !isHidden)
  expect(entries.length).toBeGreaterThan(100)
  expect(entries.filter(({ html }) => textOf(html).length < 150).map(({ path }) => path)).toEqual([])
})
