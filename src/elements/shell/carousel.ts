import Swiper from 'swiper'
import { Keyboard } from 'swiper/modules'

/** Mouse drag and keys on a banner carousel. The list itself scrolls and snaps by CSS, which touch screens keep. */
export function enliven(carousel: HTMLElement): void {
  const first = Math.round(carousel.scrollLeft / Math.max(1, carousel.clientWidth))
  carousel.classList.add('awake')
  const swiper = new Swiper(carousel, {
    modules: [Keyboard],
    initialSlide: first,
    slidesPerView: 1,
    spaceBetween: 15,
    grabCursor: true,
    keyboard: { enabled: true, onlyInViewport: true },
    speed: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250,
  })
  carousel.addEventListener('shop:move', (event) => {
    if (event instanceof CustomEvent && event.detail > 0) swiper.slideNext()
    else swiper.slidePrev()
  })
  document.addEventListener('astro:before-swap', () => swiper.destroy(true, false), { once: true })
}
