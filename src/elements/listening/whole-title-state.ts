import { resumeAt } from '#contract/listening/listening.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { clock } from '#i18n/format.ts'
import { $entitlements } from '#stores/listening/entitlements.ts'
import type { KnownAccess } from '#stores/listening/title-access.ts'
import { resumePositionOf } from '#stores/listening/player/saved-positions.ts'
import { untilAborted } from '../connected-element.ts'
import { pageLocale } from '../page-locale.ts'
import type { PlayButton } from './play-button.ts'
import { player } from './player-module.ts'
import type { WholeTitle } from './whole-title.ts'

/** Only for who may hear the title. */
const offer = () => import('../offline/titles/offer-title.ts')

/** The entitlements of the page are asked for by `<owned-title>`. */
export function followWhole(element: WholeTitle, signal: AbortSignal): void {
  untilAborted(
    signal,
    $entitlements.subscribe((access) => {
      if (access?.product_id !== element.titleId) return
      showPosition(element, resumeSeconds(access))
      element.querySelector('button')?.toggleAttribute('hidden', access.access !== 'play')
      if (access.access === 'play')
        void offer().then(
          ({ offerTitle }) => offerTitle(element),
          () => undefined,
        )
    }),
  )
  player.whenLoaded(({ followButton }) => {
    const { playButton } = element
    if (!playButton) return
    untilAborted(
      signal,
      followButton(
        playButton,
        ({ isMine, seconds, length }) => isMine && showPosition(element, resumeAt(seconds, length)),
      ),
    )
  }, signal)
}

/** From the beginning, and after the end, the button has the words of the page. */
function showPosition(element: WholeTitle, seconds: number): void {
  const [words, button] = [element.querySelector('b'), element.querySelector('button')]
  if (!words || !button) return
  words.dataset['beginning'] ??= words.textContent
  const { name, continueAt } = element.texts
  const isBeginning = seconds < 1
  words.textContent = isBeginning
    ? words.dataset['beginning']
    : interpolate(continueAt, { time: clock(seconds, pageLocale()) })
  const label = `${words.textContent}: ${name}`
  element.playButton?.setAttribute('play-label', label)
  if (!('on' in button.dataset)) button.ariaLabel = label
}

/** Where the player will start; a track that was heard to its end starts anew. */
function resumeSeconds({ product_id: titleId, last_place: place }: KnownAccess): number {
  const { start } = resumePositionOf(titleId, place)
  const row = start && document.querySelector<PlayButton>(`play-button[track-id="${start.trackId}"]`)
  return resumeAt(start?.seconds ?? 0, row?.trackSeconds ?? 0)
}
