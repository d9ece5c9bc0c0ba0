import { describe, expect, it } from 'vitest'
import { brand, legalFacts } from '#brand/brand.ts'
import { offlineCaches } from '#contract/offline.ts'
import { storageKeys } from '#contract/storage.ts'
import { legalText, legalTexts, pieces, type LegalName, type LegalText } from '#i18n/legal.ts'
import { LOCALES } from '#i18n/locales.ts'

const NAMES: LegalName[] = ['privacy', 'terms']
const placesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([place]) => place).toSorted()
const shapeOf = ({ updated, sections }: LegalText) => ({
  updated,
  sections: sections.map(({ id, parts }) => ({
    id,
    parts: parts.map((part) => (Array.isArray(part) ? part.length : 'paragraph')),
  })),
})
const flat = (text: LegalText) => [
  text.lead,
  text.note,
  ...text.sections.flatMap(({ title, parts }) => [title, ...parts.flat()]),
]

describe.each(NAMES)('[AB-2] %s', (name) => {
  it('says as much in Marathi as in English, part by part', () => {
    const { en, mr } = legalTexts[name]
    expect(shapeOf(mr)).toEqual(shapeOf(en))
    expect(flat(mr).map(placesOf)).toEqual(flat(en).map(placesOf))
  })

  it('has anchors that are all different', () => {
    const ids = legalTexts[name].en.sections.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z][a-z-]+$/.test(id))).toEqual([])
  })

  it.each(LOCALES)('leaves no place empty in %s', (locale) => {
    expect(flat(legalText(name, locale)).filter((text) => /[{}]|undefined/.test(text))).toEqual([])
  })

  it('is in Marathi letters and digits', () => {
    const allowed = /`[^`]+`|\{\{\w+\}\}/g
    expect(flat(legalTexts[name].mr).filter((text) => /[A-Za-z0-9]/.test(text.replace(allowed, '')))).toEqual([])
  })
})

it.each(LOCALES)(
  '[AB-2] the privacy policy names every key of local storage and every store of the browser in %s',
  (locale) => {
    const text = flat(legalText('privacy', locale)).join('\n')
    expect(
      [...Object.values(storageKeys), ...Object.values(offlineCaches)].filter((key) => !text.includes(`\`${key}\``)),
    ).toEqual([])
  },
)

it.each(LOCALES)('[AB-2] both texts name whom to write to in %s', (locale) => {
  for (const name of NAMES) {
    const text = flat(legalText(name, locale)).join('\n')
    for (const fact of [brand.contact.email, legalFacts.grievance.name[locale], legalFacts.address[locale]])
      expect(text).toContain(fact)
  }
})

it('[AB-2] addresses become links and keys become code', () => {
  expect(pieces('Write to a@b.test, or `language`.')).toEqual([
    { kind: 'text', text: 'Write to ' },
    { kind: 'mail', text: 'a@b.test' },
    { kind: 'text', text: ', or ' },
    { kind: 'code', text: 'language' },
    { kind: 'text', text: '.' },
  ])
})
