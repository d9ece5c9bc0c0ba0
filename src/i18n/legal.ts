import { brand, legalFacts } from '#brand/brand.ts'
import enPrivacy from '../../i18n/en/legal/privacy.json'
import enTerms from '../../i18n/en/legal/terms.json'
import mrPrivacy from '../../i18n/mr/legal/privacy.json'
import mrTerms from '../../i18n/mr/legal/terms.json'
import { interpolate } from './interpolate.ts'
import { digits } from './format.ts'
import type { Locale } from './locales.ts'

export type LegalName = 'privacy' | 'terms'
/** A paragraph, or the entries of a list. */
export type LegalPart = string | string[]
export type LegalText = {
  updated: string
  lead: string
  note: string
  sections: { id: string; title: string; parts: LegalPart[] }[]
}

/** The long texts of the shop, as they are written: with places for what `brand/brand.ts` knows. */
export const legalTexts: Record<LegalName, Record<Locale, LegalText>> = {
  privacy: { en: enPrivacy, mr: mrPrivacy },
  terms: { en: enTerms, mr: mrTerms },
}

function valuesOf(locale: Locale): Record<string, string> {
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

/** A text of this shop, ready to be shown. */
export function legalText(name: LegalName, locale: Locale): LegalText {
  const { sections, ...text } = legalTexts[name][locale]
  const values = valuesOf(locale)
  const filled = (part: LegalPart): LegalPart =>
    Array.isArray(part) ? part.map((entry) => interpolate(entry, values)) : interpolate(part, values)
  return {
    ...text,
    lead: interpolate(text.lead, values),
    sections: sections.map(({ id, title, parts }) => ({ id, title, parts: parts.map(filled) })),
  }
}

export type Piece = { kind: 'text' | 'mail' | 'code'; text: string }

/** Addresses become links, and names in back-ticks are set as code. */
export function pieces(text: string): Piece[] {
  const found = text.split(/(`[^`]+`|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/)
  return found.flatMap((part): Piece[] => {
    if (part === '') return []
    if (part.startsWith('`')) return [{ kind: 'code', text: part.slice(1, -1) }]
    return [{ kind: part.includes('@') ? 'mail' : 'text', text: part }]
  })
}
