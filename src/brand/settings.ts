import type { ThemeColours } from './tokens.ts'

type InBoth = { en: string; mr: string }

/** Fonts of headings that the shop serves. */
export const HEADING_FONTS = ['tiro', 'mukta', 'baloo'] as const
export const LEGAL_TEXTS = ['terms', 'privacy', 'accessibility'] as const

/** A section of a legal text: paragraphs between empty lines, entries of a list after `- `. */
export type LegalClause = { id: string; title: string; text: string }
/** A legal text that takes the place of the one in `i18n/`; `updated` is its day, YYYY-MM-DD. */
export type LegalOverride = { updated: string; lead: string; clauses: LegalClause[] }

/** The legal person that sells. */
export type Firm = {
  company: InBoth
  address: InBoth
  gstin: string
  pan: string
  /** State whose GST the seller pays: same state splits the tax into CGST and SGST. */
  gstState: string
  /** At most two letters or digits before the number of an invoice. */
  invoicePrefix: string
  grievance: { name: InBoth; email: string; phone: string }
  courts: InBoth
}

/** What a publisher sets at the desk over the defaults of this folder. The slug is code: addresses are made of it. */
export type BrandSettings = {
  name?: InBoth
  contact?: { email: string; phone: string; institutions: string }
  inquiry?: string
  social?: { network: string; url: string }[]
  firm?: Firm
  colours?: ThemeColours
  headings?: (typeof HEADING_FONTS)[number]
  /** Sanitised SVG. */
  logo?: string
  legal?: Partial<Record<(typeof LEGAL_TEXTS)[number], Partial<Record<'en' | 'mr', LegalOverride>>>>
}

/** Of this program. The page build puts those of the shop here (scripts/publish/build/brand-settings.mjs); the server reads them from its database. */
export const settings: BrandSettings = {}
