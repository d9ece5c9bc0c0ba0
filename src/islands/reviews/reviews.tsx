import { localeOf } from '#i18n/locales.ts'
import { reviewWords } from '#i18n/reviews.ts'
import { startReview } from '#stores/reviews/review.ts'
import { $entitlements } from '#stores/listening/entitlements.ts'
import { openOver } from '../shell/over-page.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'

/** Opens the dialog over the page; the button of a title brings this script only when it is pressed. */
export async function openReview(opener: HTMLElement): Promise<void> {
  const rights = $entitlements.get()
  if (!rights) return
  const locale = localeOf(document.documentElement.lang)
  const words = await reviewWords(locale)
  startReview(rights.product_id)
  openOver(opener.dataset['sheet'] ?? '', (close) => (
    <ReviewDialog
      {...{ locale, words }}
      onClose={() => {
        close()
        // Who has reviewed has no such button any more.
        if ($entitlements.get()?.has_reviewed) document.querySelector<HTMLElement>('[data-reviewed]')?.focus()
      }}
    />
  ))
}
