import { ConnectedElement, define } from '../connected-element.ts'

/**
 * Lists far below are not laid out (`content-visibility`), and to measure one would do it. The observer speaks when one is. All are
 * measured before one is changed: after a change the page would be laid out again for the next.
 */
const observer = new ResizeObserver((entries) => {
  const measured = entries.map(({ target: list }) => [list, list.scrollWidth <= list.clientWidth + 4] as const)
  for (const [{ parentElement: box }, isWhole] of measured)
    box?.querySelector('.arrows')?.toggleAttribute('hidden', isWhole)
})

/** `<title-slider>` around a list that scrolls sideways by itself: adds the arrows where it can move. */
export class TitleSlider extends ConnectedElement {
  protected get list(): HTMLElement | null {
    return this.querySelector('.swiper')
  }

  protected connect(signal: AbortSignal): void {
    this.onPress('.arrow[value]', signal, (arrow) => {
      if (arrow instanceof HTMLButtonElement) this.move(Number(arrow.value) < 0 ? -1 : 1)
    })
    if (this.list) observer.observe(this.list)
  }

  protected move(direction: -1 | 1): void {
    const { list } = this
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    list?.scrollBy({ left: direction * list.clientWidth * 0.9, behavior: isCalm ? 'auto' : 'smooth' })
  }
}

define('title-slider', TitleSlider)
