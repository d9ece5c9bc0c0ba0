import { ConnectedElement, define } from '../connected-element.ts'

const SHOWN_AFTER_PX = 150
const DURATION_MS = 500

/** `<to-top-button>`: appears once the page is scrolled (SH-10). */
class ToTopButton extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    const show = () => this.querySelector('button')?.toggleAttribute('hidden', scrollY <= SHOWN_AFTER_PX)
    document.addEventListener('scroll', show, { passive: true, signal })
    show()
    this.onPress('button', signal, scrollToTop)
  }
}

/** At once when motion is unwelcome. */
function scrollToTop(): void {
  const from = scrollY
  const started = performance.now()
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : DURATION_MS
  function step(now: number) {
    const part = duration === 0 ? 1 : Math.min(1, (now - started) / duration)
    scrollTo(0, from * (1 - part) ** 3)
    if (part < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
  document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
}

define('to-top-button', ToTopButton)
