import { define, untilAborted } from '../connected-element.ts'
import { pageLoaded } from '../page-state.ts'
import { TitleSlider } from '../shell/title-slider.ts'

const EVERY_MS = 6_000
/** Who reaches for the control crosses the pictures, which stops them: that press must not start them again. */
const GRACE_MS = 1_000

/**
 * `<rotating-banners>` turns by itself [FA-1, KI-1]. It stops when a pointer or the focus comes and does not go on until the reader
 * says so with the first control; then nothing but that control stops it. It never starts where motion is unwelcome.
 */
class RotatingBanners extends TitleSlider {
  #timer: ReturnType<typeof setInterval> | undefined
  #stoppedAt = -Infinity
  #isAsked = false
  readonly #calm = matchMedia('(prefers-reduced-motion: reduce)')

  protected override connect(signal: AbortSignal): void {
    super.connect(signal)
    this.addEventListener('pointerover', ({ pointerType }) => pointerType === 'mouse' && this.#stopUnasked(), {
      signal,
    })
    for (const name of ['focusin', 'pointerdown'] as const)
      this.addEventListener(name, () => this.#stopUnasked(), { signal })
    this.onPress('.rotation', signal, (_, { detail }) => this.#press(detail > 0))
    this.#calm.addEventListener('change', () => this.#calm.matches && this.#stop(), { signal })
    untilAborted(signal, () => this.#stop())
    this.#keepInReach(signal)
    void this.#begin(signal)
  }

  async #begin(signal: AbortSignal): Promise<void> {
    await pageLoaded()
    if (signal.aborted) return
    if (this.#calm.matches || this.matches(':hover, :focus-within')) this.#show()
    else this.#start()
  }

  get #slideInView(): number {
    const { list } = this
    return list ? Math.round(list.scrollLeft / Math.max(1, list.clientWidth)) : 0
  }

  get #slides(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>('.swiper-slide')]
  }

  #turn(): void {
    const { list } = this
    // A slide that holds the focus stays: out of sight it would be out of reach.
    if (!list || document.hidden || list.contains(document.activeElement)) return
    const slides = this.#slides
    const next = slides[(this.#slideInView + 1) % slides.length]
    const left = (next?.offsetLeft ?? 0) - (slides[0]?.offsetLeft ?? 0)
    list.scrollTo({ left, behavior: this.#calm.matches ? 'auto' : 'smooth' })
  }

  #show(): void {
    const isRotating = this.#timer !== undefined
    this.toggleAttribute('data-rotating', isRotating)
    this.list?.setAttribute('aria-live', isRotating ? 'off' : 'polite')
    this.querySelector('.rotation')?.setAttribute('aria-label', this.text(isRotating ? 'stop-label' : 'start-label'))
  }

  #start(): void {
    this.#timer = setInterval(() => this.#turn(), EVERY_MS)
    this.#show()
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#show()
  }

  #stopUnasked(): void {
    if (this.#timer === undefined || this.#isAsked) return
    this.#stoppedAt = performance.now()
    this.#stop()
  }

  #press(isPointer: boolean): void {
    if (this.#timer !== undefined) {
      this.#isAsked = false
      return this.#stop()
    }
    if (isPointer && performance.now() - this.#stoppedAt < GRACE_MS) return
    this.#isAsked = true
    this.#start()
  }

  /** A slide that is out of sight is out of reach. Seen from the list, not from the window: a carousel below the fold keeps its slide. */
  #keepInReach(signal: AbortSignal): void {
    const update = () => {
      const inView = this.#slideInView
      for (const [index, slide] of this.#slides.entries()) slide.toggleAttribute('inert', index !== inView)
    }
    void pageLoaded().then(update)
    this.list?.addEventListener('scroll', update, { passive: true, signal })
  }
}

define('rotating-banners', RotatingBanners)
