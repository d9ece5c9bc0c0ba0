import { ConnectedElement, define, untilAborted } from '../connected-element.ts'

/** `<title-slider>` around a list that scrolls sideways by itself: adds the arrows where it can move. */
export class TitleSlider extends ConnectedElement {
  protected get list(): HTMLElement | null {
    return this.querySelector('.swiper')
  }

  protected get canMove(): boolean {
    const { list } = this
    return list !== null && list.scrollWidth > list.clientWidth + 4
  }

  protected connect(signal: AbortSignal): void {
    this.onPress('.arrow[value]', signal, (arrow) => {
      if (arrow instanceof HTMLButtonElement) this.move(Number(arrow.value) < 0 ? -1 : 1)
    })
    const { list } = this
    if (!list) return
    // Lists far below are not laid out (`content-visibility`), and to measure one would do it. The observer speaks when one is.
    const observer = new ResizeObserver(() => this.#offerArrows())
    observer.observe(list)
    untilAborted(signal, () => observer.disconnect())
  }

  protected move(direction: -1 | 1): void {
    const { list } = this
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    list?.scrollBy({ left: direction * list.clientWidth * 0.9, behavior: isCalm ? 'auto' : 'smooth' })
  }

  #offerArrows(): void {
    this.querySelector('.arrows')?.toggleAttribute('hidden', !this.canMove)
  }
}

define('title-slider', TitleSlider)
