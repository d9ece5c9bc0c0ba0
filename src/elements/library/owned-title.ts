import { ConnectedElement, define } from '../connected-element.ts'
import { isSignedIn, pageLoaded } from '../page-state.ts'

/** `<owned-title>` around the price and buttons of a title: shows those that are for its listener. A guest fetches nothing more [SD-2]. */
export class OwnedTitle extends ConnectedElement {
  get titleId(): number {
    return this.number('title-id')
  }

  get variant(): number {
    return this.number('variant')
  }

  /** Whether the page is the title's own, whose visits are counted. */
  get isPage(): boolean {
    return this.closest('article.title') !== null
  }

  protected connect(signal: AbortSignal): void {
    if (isSignedIn()) void this.#follow(signal).catch(() => undefined)
  }

  /** The button that is pressed to do something, of those for which there is a rule. */
  onControl(signal: AbortSignal, listener: (control: string) => void): void {
    this.onPress('button[value]', signal, (button) => {
      if (button instanceof HTMLButtonElement) listener(button.value)
    })
  }

  /** What became of a press, or what a listener should know before it. */
  explain(text = '', isFault = true): void {
    const note = this.querySelector<HTMLElement>('[role=status]')
    if (!note) return
    note.hidden = !text
    note.className = isFault ? 'failure' : ''
    note.textContent = text
  }

  async #follow(signal: AbortSignal): Promise<void> {
    await pageLoaded()
    const { followTitle } = await import('./owned-title-state.ts')
    if (!signal.aborted) await followTitle(this, signal)
  }
}

define('owned-title', OwnedTitle)
