import type { Locale } from '#i18n/locales.ts'

/** Metadata in the head of a page. */
export type PageMeta = {
  title: string
  description: string
  /** Site path of this page in each language that has it. */
  alternates: Record<Locale, string | undefined>
  /** What the language menu leads to, where it is not `alternates`. */
  languages?: Record<Locale, string | undefined>
  /** Site path or address of the Open Graph picture. */
  image?: string | undefined
  /** Address of the additional style sheet of this kind of page. */
  sheet?: string
  /** Address of a font that the first screen needs beside the one of English headings. */
  font?: string | undefined
  /** Site path of the podcast feed. */
  feed?: string | undefined
  /** Structured data, one object for each script. */
  data?: object[]
  /** Page for children: no device registration, no location, no analytics [KI-3]. */
  isForKids?: boolean | undefined
  /** Not for search engines: shells and private pages. */
  isHidden?: boolean | undefined
}
