import { useEffect } from 'react'
import { navigate } from '#client/navigate.ts'
import { returnPath } from '#contract/accounts/accounts.ts'
import type { Locale } from '#contract/text/locale.ts'
import { localized, newProfilePath, pathTo } from '#i18n/paths.ts'
import { $destination, resetSignIn, type Destination } from '#stores/accounts/return-destination.ts'
import { currentSession } from '#stores/accounts/session.ts'
import { clearNotice } from '#stores/accounts/sign-in.ts'
import { comeFromProvider } from '#stores/accounts/social-sign-in.ts'

/** Whoever changed the language on the way goes on in it. */
const inTree = (path: string, locale: Locale): string => localized(path.replace(/^\/mr(?=\/)/, ''), locale)

function pathOf(destination: Destination, locale: Locale): string {
  if (destination.to === 'path') return inTree(destination.path, locale)
  return destination.to === 'newProfile' ? newProfilePath(locale, destination.path) : pathTo(destination.to, locale)
}

const next = (): string | null => new URLSearchParams(location.search).get('next')

/** A path with the destination of the current page kept in its query. */
export function withNext(path: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...parameters, ...(next() && { next: next() ?? '' }) })
  return query.size > 0 ? `${path}?${query}` : path
}

/** Redirects listeners who are signed in already [SI-6]. `replace` keeps the sign-in pages out of the history. */
export async function redirectIfSignedIn(locale: Locale): Promise<void> {
  const wanted = returnPath(next())
  if (await currentSession()) await navigate(wanted ?? pathTo('library', locale), { history: 'replace' })
}

/** Leaves a sign-in page after an answer of a provider, after signing in, or when the listener was signed in before. */
export function useLeaveWhenSignedIn(locale: Locale): void {
  useEffect(() => {
    resetSignIn()
    clearNotice()
    const stop = $destination.listen((to) => to && void navigate(pathOf(to, locale), { history: 'replace' }))
    void comeFromProvider().then((isTaken) => (isTaken ? undefined : redirectIfSignedIn(locale)))
    return stop
  }, [locale])
}
