import { ConnectedElement, define } from '../connected-element.ts'

const SHOWN_AFTER_PX = 150
const DURATION_MS = 500
/** Close enough that no line of text fits in between. */
const PARTS = [0, 0.25, 0.5, 0.75, 1]

/** `<to-top-button>`: appears once the page is scrolled [SH-10]. */
class ToTopButton extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    const show = () => {
      const button = this.querySelector('button')
      if (!button) return
      button.hidden = scrollY <= SHOWN_AFTER_PX
      button.style.visibility = coversControl(button) ? 'hidden' : ''
    }
    document.addEventListener('scroll', show, { passive: true, signal })
    show()
    this.onPress('button', signal, scrollToTop)
  }
}

/** Whether something that can be pressed lies below. Large cards are pressed beside the button. */
function coversControl(button: HTMLElement): boolean {
  const { left, top, width, height } = button.getBoundingClientRect()
  if (height === 0 || document.activeElement === button) return false
  return PARTS.some((across) =>
    PARTS.some((down) => {
      const y = top + down * height
      return document.elementsFromPoint(left + across * width, y).some((found) => {
        const control = found.closest('a, button, input, select, textarea, summary, label')
        const box = control?.getBoundingClientRect()
        // The link of a card or a row is smaller than what can be pressed of it.
        return box && control !== button && box.height < 2 * height && box.top <= y && y <= box.bottom
      })
    }),
  )
}

/** At once when motion is unwelcome. */
function scrollToTop(): void {
  const from = scrollY
  const started = performance.now()
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : DURATION_MS
  function step(now: number) {
    // The time of a frame may lie before the press: without the lower bound the page would first jump down.
    const part = duration === 0 ? 1 : Math.max(0, Math.min(1, (now - started) / duration))
    scrollTo(0, from * (1 - part) ** 3)
    if (part < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
  document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
}

define('to-top-button', ToTopButton)
