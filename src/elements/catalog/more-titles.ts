import { ConnectedElement, define } from '../connected-element.ts'

/**
 * `<more-titles>` at the foot of a kids shelf [KI-2]: the next titles come when it enters the window, or by its button. The code that
 * asks the API arrives with the first need; a failure says so and keeps everything that is shown.
 */
export class MoreTitles extends ConnectedElement {
  #hasFailed = false
  #isLoading = false
  #observer: IntersectionObserver | undefined

  get categoryId(): number {
    return this.number('category-id')
  }

  /** Where the API goes on; none after the last title. */
  get cursor(): string {
    return this.text('cursor')
  }

  get list(): Element | null {
    return this.closest('main')?.querySelector('.grid') ?? null
  }

  get template(): HTMLTemplateElement | null {
    return this.querySelector('template')
  }

  protected connect(signal: AbortSignal): void {
    this.onPress('.next, .failed button', signal, () => void this.#load(true))
    this.#observer = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting && !this.#hasFailed) void this.#load(false)
    })
    signal.addEventListener('abort', () => this.#observer?.disconnect())
    this.#watch()
  }

  /** Watched anew after each page: a window taller than the page would never hear of it again. A failure waits for the reader. */
  #watch(): void {
    if (!this.cursor) return
    this.#observer?.unobserve(this)
    this.#observer?.observe(this)
  }

  #showFailure(hasFailed: boolean): void {
    this.#hasFailed = hasFailed
    this.querySelector('.failed')?.toggleAttribute('hidden', !hasFailed)
    this.querySelector('.next')?.toggleAttribute('hidden', hasFailed)
  }

  async #load(takesFocus: boolean): Promise<void> {
    const status = this.querySelector('[role=status]')
    if (!this.cursor || !status || this.#isLoading) return
    const before = status.textContent
    this.#setLoading(true)
    this.#showFailure(false)
    status.textContent = this.text('loading-text')
    const added = await import('./next-titles.ts')
      .then(({ addNextTitles }) => addNextTitles(this))
      .catch(() => ({ ok: false }) as const)
    this.#setLoading(false)
    status.textContent = added.ok ? added.text : before
    if (!added.ok) {
      this.#showFailure(true)
      return takesFocus ? this.querySelector<HTMLElement>('.failed button')?.focus() : undefined
    }
    // The button that goes away must not take the focus along.
    if (takesFocus || this.contains(document.activeElement)) added.first?.focus()
    if (this.cursor) return this.#watch()
    this.querySelector('.next')?.remove()
  }

  #setLoading(isLoading: boolean): void {
    this.#isLoading = isLoading
    this.ariaBusy = String(isLoading)
  }
}

define('more-titles', MoreTitles)
