import { getEntry, type CollectionEntry } from 'astro:content'
import { settings } from '#brand/settings.ts'
import { clausesHtml, type LegalName } from '#i18n/legal-text.ts'
import type { Locale } from '#i18n/locales.ts'

/** A legal text: the one of the publisher, or else the one of the program. */
export async function legalEntry(name: LegalName, locale: Locale): Promise<CollectionEntry<'legal'>> {
  const entry = await getEntry('legal', `${locale}/legal/${name}`)
  if (!entry) throw new Error(`i18n/${locale}/legal/${name}.md is missing`)
  const own = settings.legal?.[name]?.[locale]
  if (!own) return entry
  const { updated, lead, clauses } = own
  return { ...entry, data: { ...entry.data, updated, lead }, rendered: { html: clausesHtml(clauses) } }
}
