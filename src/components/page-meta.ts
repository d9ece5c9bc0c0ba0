import type { Locale } from '#i18n/locales.ts'

/** What the head of a page says of it. */
export type PageMeta = {
  title: string
  description: string
  /** Site path of this page in each language that has it. */
  twins: Record<Locale, string | undefined>
  /** Site path or address of the Open Graph picture. */
  image?: string | undefined
  /** Structured data, one object a script. */
  data?: object[]
  /** Addresses of style sheets that only this page needs. */
  sheets?: string[]
  /** Shells and pages that only a listener sees. */
  isHidden?: boolean | undefined
}
