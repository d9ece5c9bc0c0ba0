import { navigate } from '#client/navigate.ts'
import type { Locale } from '#contract/text/locale.ts'
import { signInPath } from '#i18n/paths.ts'

/** Redirects to the sign-in page, which returns to the current page [SI-7]. */
export function toSignIn(locale: Locale): void {
  void navigate(signInPath(locale, location.pathname + location.search), { history: 'replace' })
}
