import { navigate } from '#client/navigate.ts'
import { localeOf } from '#i18n/locales.ts'
import { pathTo } from '#i18n/paths.ts'
import { signOut } from '#stores/accounts/sign-out.ts'

/** Opening the page signs out, each time. */
document.addEventListener('astro:page-load', () => {
  if (!/^(?:\/mr)?\/logout\/$/.test(location.pathname)) return
  void signOut().then(() => navigate(pathTo('signIn', localeOf(document.documentElement.lang)), { history: 'replace' }))
})
