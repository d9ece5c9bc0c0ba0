import { navigate } from '#client/navigate.ts'
import { pathTo } from '#i18n/paths.ts'
import { sendLastMarks, signOut } from '#stores/accounts/sign-out.ts'
import { hasUnsentMarks } from '#stores/library/marks/unsent-marks.ts'
import { ConnectedElement, define } from '../connected-element.ts'
import { addressReady, isSignedIn } from '../page-state.ts'
import type { Loss } from './log-out-question.ts'
import { pageLocale } from '../page-locale.ts'

/** `<log-out>`: opening its page signs out, each time it is opened. Who would lose something is asked first. */
class LogOut extends ConnectedElement {
  protected connect(): void {
    void this.#signOut()
  }

  async #signOut(): Promise<void> {
    await addressReady()
    const losses = await whatIsLost()
    if (losses.length > 0) {
      const { askToLogOut } = await import('./log-out-question.ts')
      if (!(await askToLogOut(this, losses))) return navigate(pathTo('library', pageLocale()), { history: 'replace' })
    }
    await signOut()
    await navigate(`${pathTo('signIn', pageLocale())}?notice=signed-out`, { history: 'replace' })
  }
}

/** Marks are sent first: only those are lost that find no network. */
async function whatIsLost(): Promise<Loss[]> {
  if (!isSignedIn()) return []
  await sendLastMarks()
  // When what knows it cannot be fetched, they count as there: asking once too often loses nothing.
  const hasTracks = (await globalThis.caches?.has('keptTracks')) && (await hasOfflineCopies().catch(() => true))
  return [...(hasTracks ? (['titles'] as const) : []), ...(hasUnsentMarks() ? (['marks'] as const) : [])]
}

async function hasOfflineCopies(): Promise<boolean> {
  const { listOfflineAudio } = await import('#client/offline/offline-copies.ts')
  const { listOfflineTitles } = await import('#client/offline/offline-titles.ts')
  const [sounds, titles] = await Promise.all([listOfflineAudio(), listOfflineTitles()])
  return titles.length > 0 || sounds.some(({ sound }) => sound.kind === 'track')
}

define('log-out', LogOut)
