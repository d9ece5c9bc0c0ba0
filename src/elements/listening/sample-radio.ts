import { triggerHydration } from '#client/directives/hydration-trigger.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { ConnectedElement, define } from '../connected-element.ts'
import { lazyModule } from '../lazy-module.ts'
import { pageLoaded } from '../page-state.ts'
import { samples } from './sample-button.ts'

/** The radio itself: fetched when its page is there, for the list of what was saved; a press that is faster waits for it. */
const radio = lazyModule(() => import('./radio/radio-page.ts'))

/** `<sample-radio>`: the page of the sample radio. */
export class SampleRadio extends ConnectedElement {
  get parts(): number[] {
    return this.text('parts').split(' ').filter(Boolean).map(Number)
  }

  /** Written by the page, of its messages. */
  get texts(): string {
    return this.text('texts')
  }

  protected connect(signal: AbortSignal): void {
    this.onPress('button[value]', signal, (button) => void this.#press(button))
    radio.whenLoaded(({ followRadio }) => followRadio(this, signal), signal)
    void pageLoaded().then(() => radio.load().catch(() => undefined))
  }

  async #press(button: HTMLElement): Promise<void> {
    triggerHydration('sound')
    try {
      const [{ pressRadio }] = await Promise.all([radio.load(), samples.load()])
      await pressRadio(this, button)
    } catch {
      alertOffline()
    }
  }
}

define('sample-radio', SampleRadio)
