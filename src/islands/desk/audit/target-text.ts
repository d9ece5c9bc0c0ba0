import type { Done } from '#contract/desk/staff/members.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { digits } from '#i18n/format.ts'

type Words = Pick<Messages['desk']['audit'], 'targets' | 'things'>

/** Their target is a word of the program; that of every other action begins with what it is, or is a key that a person chose. */
const OF_THINGS =
  /^(?:undo )?(?:save (?:list|shelf|settings)|import table|jobs .*|publish now|payments .*|closed for work|opened again|encrypt again|send)$/

/** What an action was done to, in the language of the desk; a key, a name or an address stays as it is. */
export function targetText({ action, target }: Pick<Done, 'action' | 'target'>, words: Words, locale: Locale): string {
  const things: Record<string, string> = words.things
  const kinds: Record<string, string> = words.targets
  const many = /^(\d+) titles$/.exec(target)
  if (many) return `${words.things.titles}: ${digits(Number(many[1]), locale)}`
  if (OF_THINGS.test(action)) return things[target] ?? target
  const text = textOf(action, target, locale)
  if (text) return text
  const [kind = '', ...rest] = target.split(' ')
  const [name = ''] = rest
  if (!kinds[kind] || !name) return target
  if (/^\d+$/.test(name)) return [kinds[kind], digits(Number(name), locale)].join(' ')
  return rest.length === 1 && things[name] ? `${kinds[kind]}: ${things[name]}` : [kinds[kind], ...rest].join(' ')
}

/** `12 mr chapter/1` or `key mr`: the text of a recording in a language. */
function textOf(action: string, target: string, locale: Locale): string | undefined {
  const [, of, language, part = ''] = /^(\S+) (en|mr)(?: (.*))?$/.exec(target) ?? []
  if (!of || !language || !/text/.test(action)) return undefined
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language
  return [part || of, name].join(', ')
}
