import { accountOf, $session } from '#stores/accounts/session.ts'
import { homeOf, MAX_HOME_TITLES } from '#stores/library/listener-home.ts'
import { $player, $playerTime, $playing, type Playing } from '#stores/listening/player/state.ts'
import { storeHome } from './home-shelves.ts'
import { playingTitle } from './home-titles.ts'

/** Titles that were played on this page, or in this visit on pages before it: one that only stands ready was not heard now. */
const played = new Set<number>()

/** What plays stands first on the home page, also when the server does not know it yet. */
export function rememberHeard(): void {
  $player.subscribe((now) => {
    if (now.state === 'playing') played.add(now.title.id)
    if (now.state !== 'loading' && now.state !== 'waiting') remember($playing.get(), now.state === 'ended')
  })
  document.addEventListener('astro:before-preparation', () => remember($playing.get(), $player.get().state === 'ended'))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') remember($playing.get(), $player.get().state === 'ended')
  })
}

function remember(now: Playing | undefined, isEnded: boolean): void {
  const state = $session.get()
  if (!now || !played.has(now.title.id) || state.state !== 'in') return
  const { session } = state
  const home = homeOf(accountOf(session))
  const known = home.heard.find(({ id }) => id === now.title.id)
  const rest = home.heard.filter(({ id }) => id !== now.title.id)
  const { seconds } = $playerTime.get()
  const first = isEnded ? [] : [playingTitle(now.title, now.index, seconds, known)]
  void storeHome({ ...home, heard: [...first, ...rest].slice(0, MAX_HOME_TITLES) }, session).catch(() => undefined)
}
