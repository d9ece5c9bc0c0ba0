import { alertOffline } from '#stores/offline/offline-alert.ts'
import { ConnectedElement, define, untilAborted } from '../connected-element.ts'
import { isSignedIn, pageLoaded } from '../page-state.ts'

/** `<title-reviews>`: whether the listener may write a review of the title, or has written one; `sheet` is the address of the form's styles. */
class TitleReviews extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    if (!isSignedIn()) return
    this.onPress('button', signal, () => {
      import('#islands/reviews/reviews.tsx')
        .then(({ openReview }) => openReview(this.text('sheet')))
        .catch(alertOffline)
    })
    void this.#follow(signal).catch(() => undefined)
  }

  async #follow(signal: AbortSignal): Promise<void> {
    await pageLoaded()
    const { $entitlements } = await import('#stores/listening/entitlements.ts')
    if (signal.aborted) return
    untilAborted(
      signal,
      $entitlements.subscribe((access) => {
        this.toggleAttribute('data-may-review', access?.may_review ?? false)
        this.toggleAttribute('data-has-reviewed', access?.has_reviewed ?? false)
      }),
    )
  }
}

define('title-reviews', TitleReviews)
