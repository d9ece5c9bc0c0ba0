/** A custom element whose listeners and subscriptions end when it leaves the page: the router puts each page's elements in and out. */
export abstract class ConnectedElement extends HTMLElement {
  #connection = new AbortController()

  connectedCallback(): void {
    this.#connection = new AbortController()
    this.connect(this.#connection.signal)
  }

  disconnectedCallback(): void {
    this.#connection.abort()
  }

  /** Sets the element up; `signal` ends what it began. */
  protected abstract connect(signal: AbortSignal): void

  /** The value of an attribute, empty when it is missing. */
  protected text(name: string): string {
    return this.getAttribute(name) ?? ''
  }

  protected number(name: string): number {
    return Number(this.getAttribute(name))
  }

  /** Calls back with the control that was pressed, when it is one of `selector` inside this element. */
  protected onPress(
    selector: string,
    signal: AbortSignal,
    listener: (control: HTMLElement, event: MouseEvent) => void,
  ): void {
    this.addEventListener(
      'click',
      (event) => {
        const control = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null
        if (control && this.contains(control)) listener(control, event)
      },
      { signal },
    )
  }

  /** Calls back each time a pointer or the focus comes near. */
  protected onApproach(signal: AbortSignal, listener: () => void): void {
    for (const name of ['pointerover', 'focusin'] as const) this.addEventListener(name, listener, { signal })
  }
}

/**
 * Defines the element once: a module may be evaluated again by the development server. Each in a task of its own, in their order: a
 * page has a hundred elements, and slow phones take input between the tasks.
 */
export function define(name: string, element: CustomElementConstructor): void {
  setTimeout(() => {
    if (!customElements.get(name)) customElements.define(name, element)
  })
}

/** Ends a subscription with its element. */
export const untilAborted = (signal: AbortSignal, ...stops: (() => void)[]): void =>
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })

/** A press that asks for another tab or window is the browser's own. */
export const opensElsewhere = (event: MouseEvent): boolean =>
  event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0
