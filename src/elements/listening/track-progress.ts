import { ConnectedElement, define } from '../connected-element.ts'
import { isSignedIn } from '../page-state.ts'
import './play-button.ts'

const progress = () => import('./track-progress-state.ts')

/** `<track-progress>` around the tracks of a title: which a listener heard, and what is left of those that were begun. A guest fetches nothing. */
export class TrackProgress extends ConnectedElement {
  get titleId(): number {
    return this.number('title-id')
  }

  get texts(): { left: string; heard: string } {
    return { left: this.text('left-text'), heard: this.text('heard-text') }
  }

  protected connect(signal: AbortSignal): void {
    // Tracks that are folded away ask when they are opened.
    if (!isSignedIn() || this.closest('details')) return
    void progress()
      .then(({ followProgress }) => followProgress(this, signal))
      .catch(() => undefined)
  }

  async load(): Promise<void> {
    if (!isSignedIn()) return
    const { loadProgress } = await progress()
    await loadProgress(this)
  }
}

define('track-progress', TrackProgress)
