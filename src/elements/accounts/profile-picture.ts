import { ConnectedElement, define, untilAborted } from '../connected-element.ts'
import { isSignedIn, pageLoaded } from '../page-state.ts'

/** `<profile-picture>` around the icon of the profile menu: the picture of the listener takes its place [SH-8]. A guest fetches nothing. */
class ProfilePicture extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    if (isSignedIn()) void this.#follow(signal).catch(() => undefined)
  }

  async #follow(signal: AbortSignal): Promise<void> {
    await pageLoaded()
    const { $session } = await import('#stores/accounts/session.ts')
    if (signal.aborted) return
    untilAborted(
      signal,
      $session.subscribe((now) => this.#show(now.state === 'in' ? now.session.userProfile : null)),
    )
  }

  #show(picture: string | null): void {
    const shown = this.querySelector('img')
    if (!picture) return shown?.remove()
    const image = shown ?? new Image(36, 36)
    image.alt = ''
    // One that is gone gives way to the icon.
    image.onerror = () => image.remove()
    if (image.getAttribute('src') !== picture) image.src = picture
    if (!shown) this.prepend(image)
  }
}

define('profile-picture', ProfilePicture)
