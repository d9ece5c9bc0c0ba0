import type { Locale } from '#i18n/locales.ts'

/** What the head of a page says of it. */
export type PageMeta = {
  title: string
  description: string
  /** Site path of this page in each language that has it. */
  twins: Record<Locale, string | undefined>
  /** Site path or address of the Open Graph picture. */
  image?: string | undefined
  /** Address of the styles that this kind of page needs and others do not. */
  sheet?: string
  /** Site path of the podcast feed. */
  feed?: string | undefined
  /** Structured data, one object a script. */
  data?: object[]
  /** For children: nobody is registered, located or counted there (KI-3). */
  isForKids?: boolean | undefined
  /** Shells and pages that only a listener sees. */
  isHidden?: boolean | undefined
}
