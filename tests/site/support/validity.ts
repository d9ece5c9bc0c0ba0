import { HtmlValidate, StaticConfigLoader } from 'html-validate'

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
      // Suggestions belong to a combobox, which no `<select>` can be [SE-4].
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

/** What a validator finds wrong in a page. */
export async function findings(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html.replace(ISLAND_STYLE, '').replace(TEMPLATE, '$1$2'))
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`),
  )
}
