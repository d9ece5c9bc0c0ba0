import { ConnectedElement, define } from '../connected-element.ts'
import { pageLoaded } from '../page-state.ts'

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
    addEventListener('resize', () => this.#offerArrows(), { passive: true, signal })
    // Measuring lays the page out.
    void pageLoaded().then(() => this.#offerArrows())
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
