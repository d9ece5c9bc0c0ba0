import { ConnectedElement, define } from '../connected-element.ts'
import { isSignedIn, pageLoaded } from '../page-state.ts'

/** `<follow-button>` around a link to the sign-in, which becomes a button for a listener who is signed in. */
export class FollowButton extends ConnectedElement {
  get kind(): string {
    return this.text('kind')
  }

  get targetId(): number {
    return this.number('target-id')
  }

  /** Says a text that stands in an attribute. */
  say(name: 'followed' | 'unfollowed' | 'failed' | 'too-many'): void {
    const note = this.querySelector('[role=status]')
    if (note) note.textContent = this.text(name)
  }

  protected connect(signal: AbortSignal): void {
    if (isSignedIn()) void this.#show(signal).catch(() => undefined)
  }

  async #show(signal: AbortSignal): Promise<void> {
    await pageLoaded()
    const { showFollow } = await import('./follow-button-state.ts')
    if (!signal.aborted) showFollow(this, signal)
  }
}

define('follow-button', FollowButton)
