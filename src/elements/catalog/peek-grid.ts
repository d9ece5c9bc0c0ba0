import { ConnectedElement, define } from '../connected-element.ts'

const HOVER_MS = 200

/**
 * `<peek-grid>` around cards with a popover (FA-3, WCAG 1.4.13): where there is room beside the card it opens on hover and focus,
 * stays while either is on card or popover, and Escape takes it away. The small button opens it everywhere: on touch and narrow
 * windows it is a sheet at the foot of the window.
 */
class PeekGrid extends ConnectedElement {
  #shown: HTMLElement | undefined
  #isPinned = false
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #hasRoom = matchMedia('(min-width: 1000px)')

  protected connect(signal: AbortSignal): void {
    this.addEventListener('pointerover', (event) => this.#hover(event, this.#cardOf(event.target)), { signal })
    this.addEventListener('pointerleave', (event) => this.#hover(event, undefined), { signal })
    this.addEventListener('focusin', ({ target }) => this.#focusMoved(target), { signal })
    this.addEventListener('focusout', ({ relatedTarget }) => relatedTarget && this.#focusMoved(relatedTarget), {
      signal,
    })
    document.addEventListener('click', ({ target }) => this.#press(target), { signal })
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && this.#shown && this.#close(), { signal })
    signal.addEventListener('abort', () => this.#show(undefined))
    // The pointer may rest on a card before the script of the page has come.
    const early = this.querySelector<HTMLElement>('.peek-card:hover')
    if (early && this.#hasRoom.matches && matchMedia('(hover: hover)').matches) this.#later(() => this.#show(early))
  }

  #cardOf(target: EventTarget | null): HTMLElement | undefined {
    const card = target instanceof Element ? target.closest<HTMLElement>('.peek-card') : null
    return card && this.contains(card) ? card : undefined
  }

  #show(card: HTMLElement | undefined, isPinned = false): void {
    clearTimeout(this.#timer)
    if (this.#shown !== card) this.#setOpen(this.#shown, false)
    this.#shown = card
    this.#isPinned = isPinned
    this.#setOpen(card, true)
  }

  #setOpen(card: HTMLElement | undefined, isOpen: boolean): void {
    card?.toggleAttribute('data-open', isOpen)
    card?.querySelector('.info')?.setAttribute('aria-expanded', String(isOpen))
  }

  /** Closing must not leave the focus on what has gone. */
  #close(): void {
    const card = this.#shown
    if (card?.querySelector('.peek')?.contains(document.activeElement))
      card.querySelector<HTMLElement>('.info')?.focus()
    this.#show(undefined)
  }

  #later(action: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(action, HOVER_MS)
  }

  #hover({ pointerType }: PointerEvent, card: HTMLElement | undefined): void {
    const shown = this.#shown
    if (pointerType !== 'mouse' || !this.#hasRoom.matches) return
    if (card === shown) return clearTimeout(this.#timer)
    if (card && !this.#isPinned) return this.#later(() => this.#show(card))
    if (shown && !this.#isPinned && !shown.contains(document.activeElement)) this.#later(() => this.#close())
    if (!card && !shown) clearTimeout(this.#timer)
  }

  #focusMoved(target: EventTarget | null): void {
    const card = this.#cardOf(target)
    const shown = this.#shown
    if (card === shown) return
    const isLink = target instanceof Element && target.matches(':is(h2, h3) a:focus-visible')
    if (card && isLink && this.#hasRoom.matches) return this.#show(card)
    if (shown && !shown.matches(':hover')) this.#show(undefined)
  }

  #press(target: EventTarget | null): void {
    if (!(target instanceof Element)) return
    const card = this.#cardOf(target)
    const shown = this.#shown
    if (card && target.closest('.info'))
      return card === shown && this.#isPinned ? this.#close() : this.#show(card, true)
    if ((card && target.closest('.close')) || (shown && card !== shown)) this.#close()
  }
}

define('peek-grid', PeekGrid)
