import { define, untilAborted } from '../connected-element.ts'
import type { BannerSwiper } from './banner-swiper.ts'
import { TitleSlider } from '../shell/title-slider.ts'

/** `<banner-carousel>` waits for the reader. Swiper arrives when a mouse first reaches it, so a guest who only reads never pays for it. */
class BannerCarousel extends TitleSlider {
  #swiper: BannerSwiper | undefined
  #isAwake = false

  protected override connect(signal: AbortSignal): void {
    super.connect(signal)
    // Not over the arrows: the press on one of them scrolls the list.
    this.list?.addEventListener(
      'pointerover',
      ({ pointerType }) => pointerType === 'mouse' && void this.#wake(signal),
      {
        signal,
      },
    )
    untilAborted(signal, () => this.#swiper?.destroy())
  }

  protected override move(direction: -1 | 1): void {
    if (this.#swiper) this.#swiper.move(direction)
    else super.move(direction)
  }

  async #wake(signal: AbortSignal): Promise<void> {
    const { list } = this
    // Arrows stand where there is something to move.
    if (this.#isAwake || !list || !this.querySelector('.arrows:not([hidden])')) return
    this.#isAwake = true
    const { startSwiper } = await import('./banner-swiper.ts')
    if (!signal.aborted) this.#swiper = startSwiper(list)
  }
}

define('banner-carousel', BannerCarousel)
