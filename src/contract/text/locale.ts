/** Stands alone: scripts of every page use it, and must not load the structs. */
export const LOCALES = ['en', 'mr'] as const
export type Locale = (typeof LOCALES)[number]

/** The page language for an `Accept-Language` header: its first language when that is Marathi, else English. */
export const localeOf = (acceptLanguage: string | undefined): Locale =>
  /^mr\b/i.test(acceptLanguage ?? '') ? 'mr' : 'en'
