/**
 * Arrows for everything that scrolls sideways, and Swiper for banner carousels. The lists scroll by themselves; Swiper's core
 * arrives when a mouse first reaches a carousel, so a guest who only reads never pays for it.
 */
const canMove = (list: Element) => list.scrollWidth > list.clientWidth + 4
const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

function offerArrows() {
  for (const list of document.querySelectorAll('[data-slider]')) {
    const arrows = list.closest('.slider')?.querySelector<HTMLElement>('.arrows')
    if (arrows) arrows.hidden = !canMove(list)
  }
}

async function wakeCarousel(event: PointerEvent) {
  const carousel =
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-carousel]:not([data-awake])') : null
  if (event.pointerType !== 'mouse' || !carousel || !canMove(carousel)) return
  carousel.dataset['awake'] = ''
  const { enliven } = await import('./carousel.ts')
  enliven(carousel)
}

function moveByArrow(event: Event) {
  const arrow = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-move]') : null
  const list = arrow?.closest('.slider')?.querySelector<HTMLElement>('[data-slider]')
  if (!arrow || !list) return
  const direction = Number(arrow.dataset['move'])
  if (list.classList.contains('awake')) list.dispatchEvent(new CustomEvent('shop:move', { detail: direction }))
  else list.scrollBy({ left: direction * list.clientWidth * 0.9, behavior: isCalm() ? 'auto' : 'smooth' })
}

document.addEventListener('click', moveByArrow)
document.addEventListener('pointerover', (event) => void wakeCarousel(event))
addEventListener('resize', offerArrows, { passive: true })
document.addEventListener('astro:page-load', offerArrows)
