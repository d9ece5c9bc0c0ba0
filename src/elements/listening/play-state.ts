/** The full player comes to life: bound to its buttons on every page, once a visit. */
import { navigate } from '#client/navigate.ts'
import { clearLockScreen, showLockScreenPosition, showOnLockScreen } from '#client/audio/media-session.ts'
import { nameOrEnglish } from '#contract/translation.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { localeOf } from '#i18n/locales.ts'
import { signInPath } from '#i18n/paths.ts'
import {
  closePlayer,
  followPlayer,
  nextTrack,
  playTitle,
  previousTrack,
  seekTo,
  skip,
  togglePlay,
  toggleTitle,
  type Wish,
} from '#stores/listening/player/player.ts'
import {
  $need,
  $opening,
  $player,
  $playerTime,
  $playing,
  blameOpening,
  needFirst,
  trackOf,
  type Need,
} from '#stores/listening/player/state.ts'
import { markPlayerLoaded } from '#stores/listening/player-presence.ts'
import { countPlayer } from '#stores/catalog/page-views.ts'

export { openTitle } from '#stores/listening/player/title.ts'
export { playTitle, toggleTitle }
export { selectTitle } from '#stores/listening/player/player.ts'
export { restorePlayer } from '#stores/listening/player/player.ts'

const language = () => localeOf(document.documentElement.lang)

/** Guests are asked to sign in, and come back to the same track (SI-7). */
function askToSignIn({ titleId }: Need): void {
  const page = new URL(location.href)
  if (document.querySelector(`[data-play="${titleId}"]`)) page.searchParams.set(...asked(titleId))
  void navigate(signInPath(language(), page.pathname + page.search))
}

/** What is neither free nor bought nor in a plan goes into the cart (C4); what cannot be bought alone is in plans only. */
async function offer({ titleId, variant }: Need & { need: 'cart' }): Promise<void> {
  const { buy, openCart } = await import('../cart/buy.ts')
  const fault = await buy(variant)
  if (fault === 'alreadyInCart') return openCart()
  if (fault === 'notForSale') return needFirst({ need: 'subscribe', titleId })
  if (fault) blameOpening(titleId, fault === 'offline' ? 'offline' : 'failed')
}

let wished: Wish | undefined
const asked = (titleId: number): [string, string] =>
  wished?.trackId ? ['track', String(wished.trackId)] : ['play', String(titleId)]

/** A press on a button of a page. */
export async function pressPlay(titleId: number, wish: Wish): Promise<void> {
  wished = wish
  await toggleTitle(titleId, wish)
}

/** Each button shows what its own title or track does; its name says what a press will do. */
export function paintPlay(): void {
  const now = $player.get()
  const opening = $opening.get()
  const playing = $playing.get()
  for (const button of document.querySelectorAll<HTMLElement>('[data-play], [data-play] [data-track]')) {
    const titleId = Number(button.closest<HTMLElement>('[data-play]')?.dataset['play'])
    const track = button.dataset['track']
    const isMine = playing?.title.id === titleId && (track === undefined || String(trackOf(playing)?.id) === track)
    const isOn = isMine && (now.state === 'playing' || now.state === 'loading' || now.state === 'waiting')
    button.toggleAttribute('data-on', isOn)
    button.toggleAttribute('data-mine', isMine)
    button.setAttribute(
      'aria-busy',
      String(
        (isMine && now.state === 'loading') || (opening?.titleId === titleId && !opening.fault && track === undefined),
      ),
    )
    name(button, isOn)
  }
}

/** A list of tracks carries the words for all of them. */
function name(button: HTMLElement, isOn: boolean): void {
  const { playWord, pauseWord } = button.closest<HTMLElement>('[data-play-word]')?.dataset ?? {}
  if (button.dataset['label'] === undefined || !playWord || !pauseWord) return
  button.setAttribute('aria-label', interpolate(isOn ? pauseWord : playWord, { title: button.dataset['label'] }))
}

/** The row of the track shows how far it is, and its link leads there (PD-5). */
function paintPlace(seconds: number, length: number): void {
  for (const row of document.querySelectorAll<HTMLElement>('[data-track][data-mine]')) {
    row.dataset['at'] = String(Math.floor(seconds))
    row.style.setProperty('--heard', `${length > 0 ? (seconds / length) * 100 : 0}%`)
  }
}

function showLockScreen(): void {
  const playing = $playing.get()
  const track = playing && trackOf(playing)
  if (!playing || !track) return clearLockScreen()
  const { title } = playing
  showOnLockScreen(
    {
      title: nameOrEnglish(track, language()),
      artist: title.authors.map((author) => nameOrEnglish(author, language())).join(', '),
      album: nameOrEnglish(title, language()),
      ...(title.cover && { artwork: new URL(`${title.cover.base}-640.webp`, location.origin).href }),
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
}

followPlayer()
markPlayerLoaded()
$player.subscribe(paintPlay)
const uncounted = $player.listen(({ state }) => {
  if (state !== 'playing' || 'kids' in document.body.dataset) return
  uncounted()
  void countPlayer()
})
$opening.subscribe(paintPlay)
document.addEventListener('astro:page-load', paintPlay)
$playing.subscribe(showLockScreen)
$playerTime.subscribe(({ seconds, length }) => {
  showLockScreenPosition(seconds, length)
  paintPlace(seconds, length)
})
$need.listen((need) => {
  if (need?.need === 'signIn') askToSignIn(need)
  if (need?.need === 'cart') void offer(need)
})
