import { brand, legalFacts } from '#brand/brand.ts'
import type { LegalClause } from '#brand/settings.ts'
import { digits } from './format.ts'
import { interpolate } from './interpolate.ts'
import type { Locale } from './locales.ts'

export type LegalName = 'privacy' | 'terms' | 'accessibility'
/** `html` comes from our own Markdown files. */
type LegalSection = { id: string; title: string; html: string }

/** What the long texts leave open: `brand/brand.ts` knows it. */
export function legalValues(locale: Locale): Record<string, string> {
  const { contact, name } = brand
  return {
    shop: name[locale],
    email: contact.email,
    phone: digits(contact.phone, locale),
    institutions: contact.institutions,
    company: legalFacts.company[locale],
    address: legalFacts.address[locale],
    gstin: legalFacts.gstin,
    courts: legalFacts.courts[locale],
    officer: legalFacts.grievance.name[locale],
    officerEmail: legalFacts.grievance.email,
    officerPhone: digits(legalFacts.grievance.phone, locale),
  }
}

/**
 * Sections of a rendered text with their values, each under a heading `## Title {#anchor}`. The anchor is the same in both
 * languages, so that a link to a clause works in either.
 */
export function legalSections(html: string, locale: Locale): LegalSection[] {
  const values = Object.fromEntries(
    Object.entries(legalValues(locale)).map(([name, text]) => [
      name,
      MAIL_VALUES.includes(name) ? mailLink(escaped(text)) : escaped(text),
    ]),
  )
  const [, ...parts] = html.split(/<h2[^>]*>(.*?) \{#([a-z][a-z0-9-]*)\}<\/h2>/)
  return Array.from({ length: parts.length / 3 }, (_, index) => {
    const [title = '', id = '', body = ''] = parts.slice(index * 3, index * 3 + 3)
    return { id, title, html: interpolate(body.trim(), values) }
  })
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A part of a clause between empty lines: a list when every line begins with `- `, or else a paragraph. */
function blockHtml(block: string): string {
  const lines = block.split('\n').map((line) => line.trim())
  if (!lines.every((line) => line.startsWith('- '))) return `<p>${escaped(lines.join(' '))}</p>`
  return `<ul>${lines.map((line) => `<li>${escaped(line.slice(2))}</li>`).join('')}</ul>`
}

/** The clauses of a publisher in the form that `legalSections` reads. */
export const clausesHtml = (clauses: readonly LegalClause[]): string =>
  clauses
    .map(({ id, title, text }) => {
      const blocks = text.split(/\n\s*\n/).filter((block) => block.trim() !== '')
      return `<h2>${escaped(title)} {#${id}}</h2>${blocks.map(blockHtml).join('')}`
    })
    .join('')

/** The clauses of a text in Markdown: headings `## Title {#id}`, paragraphs and lists. */
export function clausesOf(markdown: string): LegalClause[] {
  const [, ...parts] = markdown.split(/^## (.*?) \{#([a-z][a-z0-9-]*)\}$/m)
  return Array.from({ length: parts.length / 3 }, (_, index) => {
    const [title = '', id = '', text = ''] = parts.slice(index * 3, index * 3 + 3)
    return { id, title, text: text.trim() }
  })
}

/** Paragraphs and list entries of a section as plain text. */
export const plainLines = ({ html }: LegalSection): string[] =>
  [...html.matchAll(/<(p|li)>(.*?)<\/\1>/gs)].map(([, , text = '']) =>
    unescapeText(text.replace(/<[^>]+>/g, '').trim()),
  )

const SIGNS: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
const unescapeText = (text: string): string => text.replace(/&(?:lt|gt|quot|#39|amp);/g, (sign) => SIGNS[sign] ?? sign)

/** A name may have an `@` too. */
const MAIL_VALUES = ['email', 'institutions', 'officerEmail']
const mailLink = (safe: string): string => `<a href="mailto:${safe}">${safe}</a>`
