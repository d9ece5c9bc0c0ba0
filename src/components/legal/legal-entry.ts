import { getEntry, type CollectionEntry } from 'astro:content'
import { LEGAL_TEXTS, settings, type LegalOverride } from '#brand/settings.ts'
import { clausesHtml, clausesOf, type LegalName } from '#i18n/legal-text.ts'
import { LOCALES, type Locale } from '#i18n/locales.ts'

/** A legal text: the one of the publisher, or else the one of the program. */
export async function legalEntry(name: LegalName, locale: Locale): Promise<CollectionEntry<'legal'>> {
  const entry = await getEntry('legal', `${locale}/legal/${name}`)
  if (!entry) throw new Error(`i18n/${locale}/legal/${name}.md is missing`)
  const own = settings.legal?.[name]?.[locale]
  if (!own) return entry
  const { updated, lead, clauses } = own
  return { ...entry, data: { ...entry.data, updated, lead }, rendered: { html: clausesHtml(clauses) } }
}

type Defaults = Record<LegalName, Record<Locale, LegalOverride>>

/** The texts of the program as the desk edits them, clause by clause. */
export async function legalDefaults(): Promise<Defaults> {
  const read = async (name: LegalName, locale: Locale): Promise<LegalOverride> => {
    const entry = await getEntry('legal', `${locale}/legal/${name}`)
    if (!entry) throw new Error(`i18n/${locale}/legal/${name}.md is missing`)
    return { updated: entry.data.updated, lead: entry.data.lead, clauses: clausesOf(entry.body ?? '') }
  }
  const texts = await Promise.all(
    LEGAL_TEXTS.map(async (name) => {
      const inBoth = await Promise.all(LOCALES.map(async (locale) => [locale, await read(name, locale)] as const))
      return [name, Object.fromEntries(inBoth)] as const
    }),
  )
  return Object.fromEntries(texts) as Defaults
}
