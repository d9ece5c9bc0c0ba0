import { getEntry, type CollectionEntry } from 'astro:content'
import type { LegalName } from '#i18n/legal-text.ts'
import type { Locale } from '#i18n/locales.ts'

export async function legalEntry(name: LegalName, locale: Locale): Promise<CollectionEntry<'legal'>> {
  const entry = await getEntry('legal', `${locale}/legal/${name}`)
  if (!entry) throw new Error(`i18n/${locale}/legal/${name}.md is missing`)
  return entry
}
