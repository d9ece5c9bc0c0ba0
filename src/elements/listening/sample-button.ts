import { triggerHydration } from '#client/directives/hydration-trigger.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import type { Sample, SamplePlace, SampleState } from '#stores/listening/samples.ts'
import { ConnectedElement, define, untilAborted } from '../connected-element.ts'
import { lazyModule } from '../lazy-module.ts'
import { linkedPlace } from './linked-place.ts'

type Samples = typeof import('#stores/listening/samples.ts')

/** Fetched when a pointer or the focus comes near a button; a press that is faster waits for it [SD-10]. */
export const samples = lazyModule(async () => {
  const module = await import('#stores/listening/samples.ts')
  module.followAudio()
  return module
})

/** `<sample-button>` around the button of a sample and, where there is one, its waveform. In a card the title is the card's. */
export class SampleButton extends ConnectedElement {
  #playLabel: string | undefined

  get #mapUrl(): string {
    return this.text('sample')
  }

  get #button(): HTMLElement | null {
    return this.querySelector('button')
  }

  get #sample(): Sample {
    const card = this.closest('article')
    const link = card?.querySelector<HTMLAnchorElement>(':is(h2, h3) a')
    return {
      mapUrl: this.#mapUrl,
      seconds: this.number('seconds'),
      title: this.getAttribute('label') ?? link?.textContent?.trim() ?? '',
      href: this.getAttribute('href') ?? link?.getAttribute('href') ?? '',
      cover: this.getAttribute('cover') ?? card?.querySelector('img')?.currentSrc,
    }
  }

  protected connect(signal: AbortSignal): void {
    this.#playLabel ??= this.#button?.ariaLabel ?? ''
    this.onPress('button', signal, () => void this.#press())
    this.onApproach(signal, () => void samples.load().catch(() => undefined))
    samples.whenLoaded((module) => this.#follow(module, signal), signal)
    if (this.classList.contains('hear')) void this.#followAddress()
  }

  /** `?sample=5` plays the sample of the page from that second [LN-4]. */
  async #followAddress(): Promise<void> {
    const seconds = Number((await linkedPlace(this))?.get('sample') ?? Number.NaN)
    if (!(seconds >= 0)) return
    triggerHydration('sound')
    const module = await samples.load().catch(() => undefined)
    await module?.playSample(this.#sample, { ofSample: seconds })
  }

  async #press(): Promise<void> {
    const button = this.#button
    triggerHydration('sound')
    button?.setAttribute('aria-busy', 'true')
    const module = await samples.load().catch(() => undefined)
    button?.setAttribute('aria-busy', 'false')
    if (!module) return alertOffline()
    await module.toggleSample(this.#sample)
  }

  /** For who followed a link to a place of the title that they may not hear. */
  async playInstead(place: SamplePlace, instead: 'guest' | 'listener'): Promise<void> {
    const module = await samples.load().catch(() => undefined)
    await module?.playSample({ ...this.#sample, instead }, place)
  }

  #follow(module: Samples, signal: AbortSignal): void {
    untilAborted(
      signal,
      module.$sample.subscribe((_, before) => this.#show(module, before)),
    )
    if (!this.querySelector('.waveform')) return
    const fill = () => this.#fillWaveform(module)
    untilAborted(signal, module.$currentSample.subscribe(fill), module.$sampleTime.subscribe(fill))
  }

  /** The name of the button says what a press will do. It gets the focus from the bar of its sample, which goes. */
  #show({ $sample }: Samples, before?: SampleState): void {
    const button = this.#button
    if (!button) return
    const now = $sample.get()
    const wasMine = before && before.state !== 'idle' && before.sample.mapUrl === this.#mapUrl
    if (now.state === 'idle' && wasMine && document.activeElement?.closest('#player')) button.focus()
    const isMine = now.state !== 'idle' && now.state !== 'faulty' && now.sample.mapUrl === this.#mapUrl
    button.ariaLabel = isMine && now.state === 'playing' ? this.text('pause-label') : (this.#playLabel ?? '')
    button.setAttribute('aria-busy', String(isMine && now.state === 'loading'))
    if (isMine) button.dataset['state'] = now.state
    else delete button.dataset['state']
  }

  #fillWaveform({ $currentSample, $sampleTime }: Samples): void {
    const { seconds, length } = $sampleTime.get()
    const part = $currentSample.get()?.mapUrl === this.#mapUrl && length > 0 ? seconds / length : 0
    this.style.setProperty('--heard', `${(part * 100).toFixed(1)}%`)
  }
}

define('sample-button', SampleButton)
