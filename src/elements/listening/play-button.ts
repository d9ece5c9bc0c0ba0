import { triggerHydration } from '#client/directives/hydration-trigger.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { ConnectedElement, define, opensElsewhere, untilAborted } from '../connected-element.ts'
import { isSignedIn } from '../page-state.ts'
import { linkedPlace } from './linked-place.ts'
import { player } from './player-module.ts'
import type { ButtonState } from './full-player.ts'

/** `<play-button>` around the button or link that plays a whole title, or one track of it. */
export class PlayButton extends ConnectedElement {
  #playLabel: string | undefined
  /** Where the track is that plays, in whole seconds. */
  playedSeconds: number | undefined

  get titleId(): number {
    return this.number('title-id')
  }

  get trackId(): number | undefined {
    return this.hasAttribute('track-id') ? this.number('track-id') : undefined
  }

  /** Length of the track. */
  get trackSeconds(): number {
    return this.number('seconds')
  }

  get #control(): HTMLElement | null {
    return this.querySelector('a, button')
  }

  protected connect(signal: AbortSignal): void {
    this.#playLabel ??= this.#control?.ariaLabel ?? ''
    this.onPress('a, button', signal, (_, event) => {
      if (opensElsewhere(event)) return
      event.preventDefault()
      void this.#press()
    })
    this.onApproach(signal, () => void this.#prepare().catch(() => undefined))
    player.whenLoaded(({ followButton }) => {
      untilAborted(
        signal,
        followButton(this, (now) => this.#show(now)),
      )
    }, signal)
    void this.#followAddress()
  }

  /** The line of the row shows how far its track was heard. */
  showHeard(percent: number): void {
    this.style.setProperty('--heard', `${percent}%`)
  }

  async #prepare(): Promise<void> {
    const { openTitle } = await player.load()
    if (isSignedIn()) await openTitle(this.titleId)
  }

  async #press(): Promise<void> {
    const control = this.#control
    triggerHydration('sound')
    control?.setAttribute('aria-busy', 'true')
    const module = await player.load().catch(() => undefined)
    control?.setAttribute('aria-busy', 'false')
    if (!module) return alertOffline()
    await module.pressPlay(this.titleId, { trackId: this.trackId })
  }

  /** `?track=12&t=340` plays that track from that second [PD-5], `?play=3` a title where its listener stopped. */
  async #followAddress(): Promise<void> {
    const asked = await linkedPlace(this)
    if (!asked) return
    const { titleId, trackId } = this
    const isAsked =
      trackId === undefined ? asked.get('play') === String(titleId) : asked.get('track') === String(trackId)
    if (!isAsked) return
    const seconds = Number(asked.get('t') ?? Number.NaN)
    triggerHydration('sound')
    // A browser that forbids sound shows the title ready to be played.
    const module = await player.load().catch(() => undefined)
    await module?.playLinked(titleId, { trackId, ...(seconds >= 0 && { seconds }) })
  }

  #show({ isOn, isMine, isBusy, seconds, length }: ButtonState): void {
    const control = this.#control
    if (!control) return
    control.toggleAttribute('data-on', isOn)
    control.toggleAttribute('data-mine', isMine)
    control.setAttribute('aria-busy', String(isBusy))
    if (this.hasAttribute('pause-label'))
      control.ariaLabel = isOn ? this.text('pause-label') : (this.getAttribute('play-label') ?? this.#playLabel ?? '')
    this.playedSeconds = isMine ? Math.floor(seconds) : undefined
    if (!isMine || this.trackId === undefined) return
    control.dataset['at'] = String(this.playedSeconds)
    this.showHeard(length > 0 ? (seconds / length) * 100 : 0)
  }
}

define('play-button', PlayButton)
