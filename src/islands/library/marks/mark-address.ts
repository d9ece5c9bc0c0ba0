import type { Locale } from '#contract/text/locale.ts'
import type { MarkedTitle } from '#contract/library/marks.ts'
import { titlePath } from '#i18n/paths.ts'
import type { ShownMark } from '#stores/library/marks/mark-queue.ts'

export type LinkedTitle = Pick<MarkedTitle, 'id' | 'product_slug' | 'product_audio_type'>

/** The page of the title, which plays from the mark; a range stops at its end. */
export function addressOfMark(
  { track_id: track, seconds, until }: ShownMark,
  title: LinkedTitle,
  locale: Locale,
): string {
  const address = new URL(titlePath(locale, title, track), location.origin)
  address.searchParams.set('t', String(Math.floor(seconds)))
  if (until !== null) address.searchParams.set('until', String(Math.ceil(until)))
  return address.href
}
