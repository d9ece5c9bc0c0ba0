import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { brand, legalFacts } from '#brand/brand.ts'
import { offlineCaches } from '#contract/offline/offline.ts'
import { storageKeys } from '#contract/storage.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { clausesHtml, clausesOf, legalSections, legalValues, plainLines, type LegalName } from '#i18n/legal-text.ts'
import { LOCALES, type Locale } from '#i18n/locales.ts'

const CONTRACTS: LegalName[] = ['privacy', 'terms']
const NAMES: LegalName[] = [...CONTRACTS, 'accessibility']
const read = (name: LegalName, locale: Locale) =>
  readFileSync(new URL(`../../../i18n/${locale}/legal/${name}.md`, import.meta.url), 'utf8')
/** The file with what the shop fills in. */
const filled = (name: LegalName, locale: Locale) => interpolate(read(name, locale), legalValues(locale))

const kindOf = (line: string) => (/^(?:## |- )/.exec(line)?.[0] ?? 'paragraph').trim()
/** Line by line: heading with its anchor, list entry or paragraph, and the places that are filled in. */
const shapeOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => [
      kindOf(line),
      /\{#([a-z-]+)\}$/.exec(line)?.[1],
      [...line.matchAll(/\{\{(\w+)\}\}/g)].map(([, variable]) => variable).toSorted(),
    ])
const anchorsOf = (text: string) => [...text.matchAll(/^## .+ \{#(.+)\}$/gm)].map(([, anchor]) => anchor ?? '')

describe.each(NAMES)('[AB-2] %s', (name) => {
  it('has the same lines in Marathi and in English', () => {
    expect(shapeOf(read(name, 'mr'))).toEqual(shapeOf(read(name, 'en')))
    const [dateMr, dateEn] = LOCALES.map((locale) => /^updated: '(.+)'$/m.exec(read(name, locale))?.[1])
    expect(dateMr).toBe(dateEn)
  })

  it('has a unique anchor for every heading', () => {
    const text = read(name, 'en')
    const anchors = anchorsOf(text)
    expect(anchors.length).toBe(text.match(/^## /gm)?.length)
    expect(new Set(anchors).size).toBe(anchors.length)
    expect(anchors.filter((anchor) => !/^[a-z][a-z-]+$/.test(anchor))).toEqual([])
  })

  it.each(LOCALES)('has a value for every variable in %s', (locale) => {
    expect(filled(name, locale)).not.toMatch(/\{\{|undefined/)
  })

  it('uses Marathi letters and digits', () => {
    const allowed =
      /`[^`]+`|WCAG|\bAA\b|\baxe\b|NVDA|TalkBack|VoiceOver|\{\{\w+\}\}|\{#[a-z-]+\}|^(?:updated|lead|note): |^updated: .+$/gm
    const lines = read(name, 'mr').split('\n')
    expect(lines.filter((line) => /[A-Za-z0-9]/.test(line.replace(/^updated: .+$/, '').replace(allowed, '')))).toEqual(
      [],
    )
  })
})

it.each(LOCALES)(
  '[AB-2] the privacy policy names every key of local storage and every cache of the browser in %s',
  (locale) => {
    const text = filled('privacy', locale)
    expect(
      [...Object.values(storageKeys), ...Object.values(offlineCaches)].filter((key) => !text.includes(`\`${key}\``)),
    ).toEqual([])
  },
)

it.each(LOCALES)('[AB-2] both texts name the contact in %s', (locale) => {
  for (const name of CONTRACTS) {
    const text = filled(name, locale)
    for (const fact of [brand.contact.email, legalFacts.grievance.name[locale], legalFacts.address[locale]])
      expect(text).toContain(fact)
  }
})

it('[AB-2] a rendered text has sections, linked addresses, and plain text for forms', () => {
  const html =
    '<h2 id="a-who">A &amp; B {#who}</h2>\n<p>Write to {{email}}.</p>\n<ul>\n<li>Of <code>language</code></li>\n<li>R&amp;B</li>\n</ul>\n<h2 id="b">B {#next-one}</h2>\n<p>{{shop}}</p>'
  const sections = legalSections(html, 'en')
  const { email } = brand.contact
  expect(sections).toEqual([
    {
      id: 'who',
      title: 'A &amp; B',
      html: `<p>Write to <a href="mailto:${email}">${email}</a>.</p>\n<ul>\n<li>Of <code>language</code></li>\n<li>R&amp;B</li>\n</ul>`,
    },
    { id: 'next-one', title: 'B', html: `<p>${brand.name.en}</p>` },
  ])
  expect(sections.flatMap(plainLines)).toEqual([`Write to ${email}.`, 'Of language', 'R&B', brand.name.en])
})

it('[AB-2] only mail addresses are mail links, not a shop or a firm with an @ in its name', () => {
  const { name } = brand
  const [shop, company] = [name.en, legalFacts.company.en]
  Object.assign(name, { en: 'Audio@Ghar' })
  Object.assign(legalFacts.company, { en: 'Ghar & Sons @ Pune' })
  try {
    const [section] = legalSections(
      '<h2>A {#a}</h2><p>{{shop}}, {{company}}: {{institutions}}, {{officerEmail}}</p>',
      'en',
    )
    const links = [brand.contact.institutions, legalFacts.grievance.email].map(
      (mail) => `<a href="mailto:${mail}">${mail}</a>`,
    )
    expect(section?.html).toBe(`<p>Audio@Ghar, Ghar &amp; Sons @ Pune: ${links.join(', ')}</p>`)
  } finally {
    Object.assign(name, { en: shop })
    Object.assign(legalFacts.company, { en: company })
  }
})

it('[DK-11] clauses that were added at the desk, whose ids have digits, are sections of their own', () => {
  const clauses = [
    { id: 'clause-mx1v59le', title: 'First', text: 'One.' },
    { id: 'own', title: 'Second', text: 'Two.' },
    { id: 'clause-2', title: 'Third', text: 'Three.' },
  ]
  expect(legalSections(clausesHtml(clauses), 'en')).toEqual(
    clauses.map(({ text, ...clause }) => ({ ...clause, html: `<p>${text}</p>` })),
  )
  const markdown = clauses.map(({ id, title, text }) => `## ${title} {#${id}}\n\n${text}`).join('\n\n')
  expect(clausesOf(markdown)).toEqual(clauses)
})

it('[AB-2] the legal texts name only the ways to sign in that exist', () => {
  for (const name of CONTRACTS) {
    for (const provider of ['Google', 'Facebook']) expect(read(name, 'en')).toContain(provider)
    expect(read(name, 'en')).not.toMatch(/Twitter|Apple|Microsoft|LinkedIn/)
    expect(read(name, 'mr')).not.toMatch(/ट्विटर|ॲपल|मायक्रोसॉफ्ट/)
  }
})
