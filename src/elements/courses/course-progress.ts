import { ConnectedElement, define } from '../connected-element.ts'
import { isSignedIn, pageLoaded } from '../page-state.ts'
import type { CourseCertificate } from './course-certificate.ts'
import './course-certificate.ts'

const progress = () => import('./course-progress-state.ts')

/** `<course-progress>`: how much of a course was heard, its exercise and its certificate [AC-1, AC-2]. A guest fetches nothing more. */
export class CourseProgress extends ConnectedElement {
  get titleId(): number {
    return this.number('title-id')
  }

  get certificate(): CourseCertificate | null {
    return this.querySelector('course-certificate')
  }

  protected connect(signal: AbortSignal): void {
    this.onPress('.exercise', signal, (button) => {
      if (button.getAttribute('aria-busy') !== 'true') void this.#openExercise(button)
    })
    this.onPress('.progress-failed button', signal, () => {
      void progress()
        .then(({ loadProgress }) => loadProgress(this))
        .catch(() => undefined)
    })
    if (isSignedIn()) void this.#follow(signal).catch(() => undefined)
  }

  openDialog(name: 'exercise' | 'exercise-first'): void {
    this.querySelector<HTMLDialogElement>(`dialog#${name}`)?.showModal()
  }

  async #follow(signal: AbortSignal): Promise<void> {
    await pageLoaded()
    const { followProgress } = await progress()
    if (!signal.aborted) followProgress(this, signal)
  }

  async #openExercise(button: HTMLElement): Promise<void> {
    if (!isSignedIn()) return this.openDialog('exercise-first')
    const failure = this.querySelector('.exercise-failed')
    failure?.setAttribute('hidden', '')
    button.setAttribute('aria-busy', 'true')
    const isOpen = await progress()
      .then(({ showExercise }) => showExercise(this))
      .catch(() => false)
    button.setAttribute('aria-busy', 'false')
    failure?.toggleAttribute('hidden', isOpen)
  }
}

define('course-progress', CourseProgress)
