import { ConnectedElement, define } from '../connected-element.ts'
import { isSignedIn } from '../page-state.ts'
import type { ModalDialog } from '../shell/modal-dialog.ts'
import '../shell/modal-dialog.ts'

/** `<course-certificate>`: below 100 percent its control explains what is missing, at 100 it opens the certificate in a window. */
export class CourseCertificate extends ConnectedElement {
  /** Percent of the course, or of all courses, that was heard; undefined until it is known. */
  completion: number | undefined
  #isBusy = false

  /** None for the certificate of the whole language lab. */
  get courseId(): number | undefined {
    return this.hasAttribute('course-id') ? this.number('course-id') : undefined
  }

  protected connect(signal: AbortSignal): void {
    this.onPress('.open-certificate', signal, () => {
      if (!this.#isBusy) void this.#press()
    })
  }

  explain(): void {
    this.querySelector<ModalDialog>('modal-dialog')?.open()
  }

  say(text: string): void {
    const note = this.querySelector<HTMLElement>('.note')
    if (!note) return
    note.hidden = text === ''
    note.textContent = text
  }

  setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy
    this.querySelector('.certificate')?.setAttribute('aria-busy', String(isBusy))
  }

  async #press(): Promise<void> {
    const { completion } = this
    if (!isSignedIn() || (completion !== undefined && completion !== 100)) return this.explain()
    // Browsers grant a window only in the gesture itself: it is opened empty and led to the certificate later.
    const opened = completion === 100 ? window.open('', '_blank') : null
    if (opened) opened.document.body.textContent = this.text('opening-text')
    const module = await import('./certificate-window.ts').catch(() => undefined)
    if (module) return module.showCertificate(this, opened)
    opened?.close()
    this.say(this.text('offline-text'))
  }
}

define('course-certificate', CourseCertificate)
