import { useEffect } from 'react'
import { navigate } from '#client/navigate.ts'
import { returnPath } from '#contract/accounts.ts'
import type { Locale } from '#contract/text.ts'
import { newProfilePath, pathTo } from '#i18n/paths.ts'
import { $destination, resetSignIn, type Destination } from '#stores/accounts/return-destination.ts'
import { currentSession } from '#stores/accounts/session.ts'
import { clearNotice } from '#stores/accounts/sign-in.ts'
import { comeFromProvider } from '#stores/accounts/social-sign-in.ts'

function pathOf(destination: Destination, locale: Locale): string {
  if (destination.to === 'path') return destination.path
  return destination.to === 'newProfile' ? newProfilePath(locale) : pathTo(destination.to, locale)
}

const next = (): string | null => new URLSearchParams(location.search).get('next')

/** From one page of signing in to the other, without losing where the listener was going. */
export function withNext(path: string, said: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...said, ...(next() && { next: next() ?? '' }) })
  return query.size > 0 ? `${path}?${query}` : path
}

/** Whoever is in already has nothing to do here (SI-6). Pages of signing in are none to come back to. */
export async function leaveIfIn(locale: Locale): Promise<void> {
  const wanted = returnPath(next())
  if (await currentSession()) await navigate(wanted ?? pathTo('library', locale), { history: 'replace' })
}

/** The ways on from the pages of signing in: by an answer of a provider, by having come in, by having been in before. */
export function useArrival(locale: Locale): void {
  useEffect(() => {
    resetSignIn()
    clearNotice()
    const stop = $destination.listen((to) => to && void navigate(pathOf(to, locale), { history: 'replace' }))
    void comeFromProvider().then((isTaken) => (isTaken ? undefined : leaveIfIn(locale)))
    return stop
  }, [locale])
}
