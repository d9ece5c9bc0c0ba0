import Swiper from 'swiper'

export type BannerSwiper = { move: (direction: -1 | 1) => void; destroy: () => void }

/**
 * Mouse drag on a banner carousel. The list itself scrolls and snaps by CSS, which touch screens keep. Keys press its arrows: those of
 * Swiper's module are taken from the whole page.
 */
export function startSwiper(list: HTMLElement): BannerSwiper {
  const first = Math.round(list.scrollLeft / Math.max(1, list.clientWidth))
  list.classList.add('awake')
  const swiper = new Swiper(list, {
    initialSlide: first,
    slidesPerView: 1,
    spaceBetween: 15,
    grabCursor: true,
    speed: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250,
  })
  return {
    move: (direction) => (direction > 0 ? swiper.slideNext() : swiper.slidePrev()),
    destroy: () => swiper.destroy(true, false),
  }
}
