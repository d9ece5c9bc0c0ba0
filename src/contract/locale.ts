/** Stands alone: scripts of every page use it, and must not load the structs. */
export const LOCALES = ['en', 'mr'] as const
export type Locale = (typeof LOCALES)[number]
