import { navigate } from '#client/navigate.ts'
import type { Locale } from '#contract/text.ts'
import { signInPath } from '#i18n/paths.ts'

/** Guests sign in first and come back to where they are now (SI-7). */
export function toSignIn(locale: Locale): void {
  void navigate(signInPath(locale, location.pathname + location.search), { history: 'replace' })
}
