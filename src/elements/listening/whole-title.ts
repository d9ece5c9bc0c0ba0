import { ConnectedElement, define } from '../connected-element.ts'
import { isSignedIn, pageLoaded } from '../page-state.ts'
import type { PlayButton } from './play-button.ts'

/** `<whole-title>` around the large button that plays a title: shown to who may hear it, and says where it goes on [PD-3]. */
export class WholeTitle extends ConnectedElement {
  get titleId(): number {
    return this.number('title-id')
  }

  get texts(): { name: string; continueAt: string } {
    return { name: this.text('name'), continueAt: this.text('continue-text') }
  }

  get playButton(): PlayButton | null {
    return this.querySelector<PlayButton>('play-button')
  }

  protected connect(signal: AbortSignal): void {
    if (isSignedIn()) void this.#follow(signal).catch(() => undefined)
  }

  async #follow(signal: AbortSignal): Promise<void> {
    await pageLoaded()
    const { followWhole } = await import('./whole-title-state.ts')
    if (!signal.aborted) followWhole(this, signal)
  }
}

define('whole-title', WholeTitle)
