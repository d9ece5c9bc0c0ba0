import { copyText } from '#client/copy-text.ts'
import { ConnectedElement, define } from '../connected-element.ts'
import type { PlayButton } from '../listening/play-button.ts'

/** `<copy-link>` around a button that copies the address of `path`, or of the track in whose row it stands: to the second that it is at [PD-5]. */
class CopyLink extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    this.onPress('button', signal, () => void this.#copy())
  }

  get #address(): string {
    const button = this.closest('li')?.querySelector<PlayButton>('play-button')
    const link = button?.querySelector('a')
    if (!button || !link) return new URL(this.text('path'), location.origin).href
    return link.href + (button.playedSeconds === undefined ? '' : `&t=${button.playedSeconds}`)
  }

  async #copy(): Promise<void> {
    const note = this.parentElement?.querySelector<HTMLElement>('[role=status]')
    const address = this.#address
    const isCopied = await copyText(address)
    if (note) note.textContent = isCopied ? this.text('copied-text') : address
  }
}

define('copy-link', CopyLink)
