import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  AUDIT_ACTIONS,
  AUDIT_DETAILS,
  ENCRYPTED_PLACES,
  SETTING_FIELDS,
  UNDONE_ACTIONS,
} from '#contract/desk/staff/audit-actions.ts'
import { AUDITION_STATES } from '#contract/desk/auditions.ts'
import { TABLES } from '#contract/desk/catalog/catalog.ts'
import { ROLES } from '#contract/desk/staff/roles.ts'
import { LookForm, NameForm, SETTING_PARTS } from '#contract/desk/shop/settings.ts'
import { SHOP_LISTS } from '#contract/desk/shop/shop-lists.ts'
import { AUDIO_TYPES, SHELVES } from '#contract/import/import.ts'
import { LOCALES } from '#contract/text/locale.ts'
import { detailsText } from '../../../src/islands/desk/audit/details-text.ts'
import { targetText } from '../../../src/islands/desk/audit/target-text.ts'

it.each(LOCALES)(
  '[DK-2] each action that the server logs has words at the desk, and no words are of no action: %s',
  (locale) => {
    const { audit } = JSON.parse(readFileSync(new URL(`../../../i18n/${locale}/desk.json`, import.meta.url), 'utf8'))
    expect(Object.keys(audit.actions).toSorted()).toEqual([...AUDIT_ACTIONS, ...UNDONE_ACTIONS].toSorted())
    expect(Object.keys(audit.detailNames).toSorted()).toEqual([...AUDIT_DETAILS, ...ENCRYPTED_PLACES].toSorted())
    expect(Object.values(audit.actions).every((words) => typeof words === 'string' && words !== '')).toBe(true)
  },
)

const auditOf = (locale: string) =>
  JSON.parse(readFileSync(new URL(`../../../i18n/${locale}/desk.json`, import.meta.url), 'utf8')).audit
const SERVER = new URL('../../../src/server/', import.meta.url).pathname

/** The arguments of a call, from behind its opening bracket. */
function argumentsOf(code: string): string[] {
  const found = ['']
  let depth = 0
  for (const sign of code) {
    if (')]}'.includes(sign)) depth -= 1
    if (depth < 0) return found
    if ('([{'.includes(sign)) depth += 1
    if (sign === ',' && depth === 0) found.push('')
    else found.push(found.pop() + sign)
  }
  return found
}

/** What the server hands `noteAction` as the target: `kind ${…}`, one word, or a key. */
const targets = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) =>
    readFileSync(join(SERVER, name), 'utf8')
      .split(/await noteAction\(/)
      .slice(1),
  )
  .map((code) => (argumentsOf(code)[3] ?? '').trim())
const kinds = targets.flatMap((target) => /^`(\w+) \$\{/.exec(target)?.[1] ?? [])
const words = targets.flatMap((target) => /^'(\w+)'$/.exec(target)?.[1] ?? [])

/** Texts of Marathi have no Latin letter; those of English no code: `editors_pick`, `gstState`, `desk: x`. */
const isRaw = (text: string, locale: string): boolean =>
  locale === 'mr' ? /[a-z]/i.test(text) : /[a-z][A-Z]|_|undefined/.test(text)

describe.each(LOCALES)('the log in %s', (locale) => {
  const audit = auditOf(locale)
  const target = (action: string, text: string) => targetText({ action, target: text }, audit, locale)

  it('[DK-2] names whatever the server writes as the target of an action', () => {
    expect([kinds.includes('order'), kinds.includes('user'), words.includes('secrets')]).toEqual([true, true, true])
    expect(kinds.filter((kind) => isRaw(target('add', `${kind} 12`), locale))).toEqual([])
    expect(words.filter((word) => !audit.things[word])).toEqual([])
  })

  it.each([
    ['save', 'list', SHOP_LISTS],
    ['undo save list', '', SHOP_LISTS],
    ['save', 'shelf', SHELVES],
    ['undo save shelf', '', SHELVES],
    ['save', 'settings', SETTING_PARTS],
    ['undo save settings', '', SETTING_PARTS],
    ['import', 'table', TABLES],
    ['undo import table', '', TABLES],
  ])('[DK-2] names what %s %s is done to', (action, kind, things) => {
    const texts = things.map((thing) => target(action, `${kind} ${thing}`.trim()))
    expect(texts.filter((text) => isRaw(text, locale))).toEqual([])
    expect(new Set(texts).size).toBe(things.length)
  })

  it('[DK-2] leaves a key as its person chose it, and names texts, many titles and findings', () => {
    expect([target('save title', 'menu'), target('save person', 'people')]).toEqual(['menu', 'people'])
    const named = [
      ['change titles', '3 titles'],
      ['fix', 'trackOrder 12'],
      ['fix', 'emptyCategory 3'],
    ] as const
    expect(named.filter(([action, text]) => isRaw(target(action, text), locale))).toEqual([])
    const [english, marathi] = [target('align text', 'chhava en'), target('edit text', '12 mr chhava/1')]
    expect([english, marathi]).toEqual(
      locale === 'en' ? ['chhava, English', 'chhava/1, Marathi'] : ['chhava, इंग्रजी', 'chhava/1, मराठी'],
    )
  })

  it.each([
    ['fields', [...SETTING_FIELDS]],
    ['mail', ['receipt', 'gift', 'refund']],
    ['role', [...ROLES]],
    ['before', [...AUDITION_STATES, 'approved', 'rejected']],
    ['applies_to', [...AUDIO_TYPES, 'plan']],
    ['network', ['IN', 'US']],
    ['encrypted', Object.fromEntries(ENCRYPTED_PLACES.map((place) => [place, 3]))],
    ['before', { sale_rate: 10, thousand_minutes: 500 }],
    ['starts', '2026-11-20'],
  ])('[DK-2] has words for every value of %s: %o', (name, value) => {
    for (const one of Array.isArray(value) ? value : [value])
      expect(isRaw(detailsText({ details: { [name]: one } }, audit, locale), locale), String(one)).toBe(false)
  })
})

it('[DK-2] the fields of the settings are those of their forms', () => {
  const forms = [NameForm, LookForm].flatMap((form) => Object.keys(form.schema))
  expect([...SETTING_FIELDS].toSorted()).toEqual([...forms, 'firm', 'logo', 'legal'].toSorted())
  for (const locale of LOCALES)
    expect(Object.keys(auditOf(locale).settingFields).toSorted()).toEqual([...SETTING_FIELDS].toSorted())
})
