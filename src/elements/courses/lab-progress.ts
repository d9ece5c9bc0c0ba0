import { ConnectedElement, define } from '../connected-element.ts'
import { isSignedIn, pageLoaded } from '../page-state.ts'
import type { CourseCertificate } from './course-certificate.ts'

const progress = () => import('./lab-progress-state.ts')

/** `<lab-progress>` around the language lab: how much a listener has heard of its courses [LL-1]. A guest fetches nothing more. */
export class LabProgress extends ConnectedElement {
  get certificate(): CourseCertificate | null {
    return this.querySelector('course-certificate')
  }

  protected connect(signal: AbortSignal): void {
    this.onPress('.progress-failed button', signal, () => {
      void progress()
        .then(({ loadProgress }) => loadProgress(this))
        .catch(() => undefined)
    })
    if (isSignedIn()) void this.#follow(signal).catch(() => undefined)
  }

  async #follow(signal: AbortSignal): Promise<void> {
    await pageLoaded()
    const { followProgress } = await progress()
    if (!signal.aborted) await followProgress(this, signal)
  }
}

define('lab-progress', LabProgress)
