/** The full player, once a visit: what its buttons show, the lock screen, and what a listener must do first. */
import { navigate } from '#client/navigate.ts'
import {
  clearLockScreen,
  showLockScreenPosition,
  showLockScreenState,
  showOnLockScreen,
} from '#client/audio/media-session.ts'
import { pictureAt } from '#contract/catalog/picture.ts'
import { nameOrEnglish } from '#contract/text/translation.ts'
import { signInPath } from '#i18n/paths.ts'
import {
  closePlayer,
  nextTrack,
  playTitle,
  previousTrack,
  seekTo,
  skip,
  togglePlay,
  toggleTitle,
  type StartPoint,
} from '#stores/listening/player/player.ts'
import {
  $need,
  $opening,
  $player,
  $playerTime,
  $playing,
  blameOpening,
  isOn,
  needFirst,
  trackOf,
  type Need,
} from '#stores/listening/player/state.ts'
import { followPlayer } from '#stores/listening/player/follow-player.ts'
import { markPlayerLoaded } from '#stores/listening/player-presence.ts'
import { countPlayer } from '#stores/catalog/page-views.ts'

import { pageLocale } from '../page-locale.ts'
import { isForKids } from '../page-state.ts'
import type { PlayButton } from './play-button.ts'
import type { SampleButton } from './sample-button.ts'

export { openTitle } from '#stores/listening/player/title.ts'
export { playTitle, toggleTitle }
export { restorePlayer } from '#stores/listening/player/player.ts'

/** Guests are asked to sign in, and come back to the same track [SI-7]: not to the place of the link that led here. */
function askToSignIn({ titleId }: Need): void {
  const page = new URL(location.href)
  const query = page.searchParams
  if (document.querySelector(`play-button[title-id="${titleId}"]`)) {
    for (const name of ['track', 't', 'until', 'sample', 'play']) query.delete(name)
    query.set(...asked(titleId))
  }
  void navigate(signInPath(pageLocale(), page.pathname + page.search))
}

/** What is neither free nor bought nor in a plan goes into the cart; what cannot be bought alone is in plans only. */
async function offer({ titleId, variant }: Need & { need: 'cart' }): Promise<void> {
  const { buy, openCart } = await import('../cart/buy.ts')
  const fault = await buy(variant)
  if (fault === 'alreadyInCart') return openCart()
  if (fault === 'notForSale') return needFirst({ need: 'subscribe', titleId })
  if (fault) blameOpening(titleId, fault === 'offline' ? 'offline' : 'failed')
}

let lastStart: StartPoint | undefined
const asked = (titleId: number): [string, string] =>
  lastStart?.trackId ? ['track', String(lastStart.trackId)] : ['play', String(titleId)]

/** A press on a button of a page. */
export async function pressPlay(titleId: number, start: StartPoint): Promise<void> {
  lastStart = start
  await toggleTitle(titleId, start)
}

/**
 * What a link names: a track, a second of it, and where a range ends [RM-3]. Who may not hear it hears the sample: opening a link
 * is no wish to buy. Without a second it is what a listener pressed before they signed in.
 */
export async function playLinked(titleId: number, start: StartPoint): Promise<void> {
  const needs: Need[] = []
  await playTitle(titleId, start, (need) => void (need && needs.push(need)))
  const [need] = needs
  if (need && need.need !== 'signIn' && start.seconds === undefined) return needFirst(need)
  const sample = need && document.querySelector<SampleButton>('sample-button.hear')
  if (need) return sample?.playInstead(start, need.need === 'signIn' ? 'guest' : 'listener')
  if (location.search.includes('until='))
    (await import('#stores/library/marks/play-mark.ts')).watchLinked(titleId, start)
}

export type ButtonState = { isOn: boolean; isMine: boolean; isBusy: boolean; seconds: number; length: number }

function stateOf({ titleId, trackId }: PlayButton): ButtonState {
  const now = $player.get()
  const opening = $opening.get()
  const playing = $playing.get()
  const isMine = playing?.title.id === titleId && (trackId === undefined || trackOf(playing)?.id === trackId)
  const isOpening = opening?.titleId === titleId && !opening.fault && trackId === undefined
  return {
    isMine,
    isOn: isMine && isOn(now),
    isBusy: (isMine && now.state === 'loading') || isOpening,
    ...$playerTime.get(),
  }
}

/** Tells a button each time what the player does with its title or track. Returns the end of it. */
export function followButton(button: PlayButton, show: (state: ButtonState) => void): () => void {
  let shown: ButtonState | undefined
  const update = () => {
    const state = stateOf(button)
    // The time runs on for one track only.
    if (shown && !state.isMine && !shown.isMine && state.isBusy === shown.isBusy) return
    shown = state
    show(state)
  }
  const stops = [$player.subscribe(update), $opening.listen(update), $playerTime.listen(update)]
  return () => {
    for (const stop of stops) stop()
  }
}

function showLockScreen(): void {
  const playing = $playing.get()
  const track = playing && trackOf(playing)
  if (!playing || !track) return clearLockScreen()
  const { title } = playing
  const artwork = pictureAt(title.cover, 640)
  showOnLockScreen(
    {
      title: nameOrEnglish(track, pageLocale()),
      artist: title.authors.map((author) => nameOrEnglish(author, pageLocale())).join(', '),
      album: nameOrEnglish(title, pageLocale()),
      ...(artwork && { artwork: new URL(artwork, location.origin).href }),
    },
    {
      play: () => void togglePlay(),
      pause: () => void togglePlay(),
      back: () => skip(-1),
      forward: () => skip(1),
      stop: closePlayer,
      previous: () => void previousTrack(),
      next: () => void nextTrack(),
      seek: seekTo,
    },
  )
  showLockScreenState(isOn($player.get()))
}

followPlayer()
// For the home page; it is not needed to play.
void import('../library/remember-heard.ts').then(({ rememberHeard }) => rememberHeard()).catch(() => undefined)
markPlayerLoaded()
const stopCounting = $player.listen(({ state }) => {
  if (state !== 'playing' || isForKids()) return
  stopCounting()
  void countPlayer()
})
$playing.subscribe(showLockScreen)
$playerTime.subscribe(({ seconds, length }) => showLockScreenPosition(seconds, length))
$need.listen((need) => {
  if (need?.need === 'signIn') askToSignIn(need)
  if (need?.need === 'cart') void offer(need)
})
