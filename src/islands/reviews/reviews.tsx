import { loadMessages } from '#i18n/load-messages.ts'
import { localeOf } from '#i18n/locales.ts'
import { startReview } from '#stores/reviews/review.ts'
import { $entitlements } from '#stores/listening/entitlements.ts'
import { openDialog } from '../shell/open-dialog.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'

/** Opens the review dialog; the button of a title loads this script only when it is pressed. */
export async function openReview(sheet: string): Promise<void> {
  const rights = $entitlements.get()
  if (!rights) return
  const locale = localeOf(document.documentElement.lang)
  const messages = await loadMessages(locale, 'reviews')
  startReview(rights.product_id)
  openDialog(sheet, (close) => (
    <ReviewDialog
      {...{ locale, messages }}
      onClose={() => {
        close()
        // After a review the button is gone, so the note takes the focus.
        if ($entitlements.get()?.has_reviewed) document.querySelector<HTMLElement>('title-reviews .reviewed')?.focus()
      }}
    />
  ))
}
