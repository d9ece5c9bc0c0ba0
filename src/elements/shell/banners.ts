/**
 * Carousels that turn by themselves (FA-1, KI-1). They stop when a pointer or the focus comes and do not go on until the reader
 * says so with the first control; then nothing but that control stops them. They never start where motion is unwelcome.
 */
const EVERY_MS = 6_000
/** Who reaches for the control crosses the pictures, which stops them: that press must not start them again. */
const GRACE_MS = 1_000

const calm = matchMedia('(prefers-reduced-motion: reduce)')
const timers = new Map<HTMLElement, ReturnType<typeof setInterval>>()
const stoppedAt = new WeakMap<HTMLElement, number>()
const asked = new WeakSet<HTMLElement>()

const regionOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-rotates]') : null

function turn(region: HTMLElement) {
  const list = region.querySelector<HTMLElement>('[data-slider]')
  // A slide that holds the focus stays: out of sight it would be out of reach.
  if (!list || document.hidden || list.contains(document.activeElement)) return
  const slides = [...list.querySelectorAll<HTMLElement>('.swiper-slide')]
  const at = Math.round(list.scrollLeft / Math.max(1, list.clientWidth))
  const next = slides[(at + 1) % slides.length]
  if (next)
    list.scrollTo({ left: next.offsetLeft - (slides[0]?.offsetLeft ?? 0), behavior: calm.matches ? 'auto' : 'smooth' })
}

function paint(region: HTMLElement) {
  const isRotating = timers.has(region)
  region.toggleAttribute('data-rotating', isRotating)
  region.querySelector('[data-slider]')?.setAttribute('aria-live', isRotating ? 'off' : 'polite')
  const button = region.querySelector<HTMLElement>('[data-rotation]')
  button?.setAttribute('aria-label', (isRotating ? button.dataset['stop'] : button.dataset['start']) ?? '')
}

function start(region: HTMLElement) {
  timers.set(
    region,
    setInterval(() => turn(region), EVERY_MS),
  )
  paint(region)
}

function stop(region: HTMLElement) {
  clearInterval(timers.get(region))
  timers.delete(region)
  paint(region)
}

function stopUnasked(region: HTMLElement | null) {
  if (!region || !timers.has(region) || asked.has(region)) return
  stoppedAt.set(region, performance.now())
  stop(region)
}

function press(region: HTMLElement, isPointer: boolean) {
  if (timers.has(region)) {
    asked.delete(region)
    return stop(region)
  }
  if (isPointer && performance.now() - (stoppedAt.get(region) ?? -Infinity) < GRACE_MS) return
  asked.add(region)
  start(region)
}

/** A slide that is out of sight is out of reach. Seen from the list, not from the window: a carousel below the fold keeps its slide. */
function watch(region: HTMLElement) {
  const list = region.querySelector<HTMLElement>('[data-slider]')
  if (!list) return
  const look = () => {
    const at = Math.round(list.scrollLeft / Math.max(1, list.clientWidth))
    list.querySelectorAll('.swiper-slide').forEach((slide, index) => slide.toggleAttribute('inert', index !== at))
  }
  look()
  list.addEventListener('scroll', look, { passive: true })
}

document.addEventListener('pointerover', (event) => {
  if (event.pointerType === 'mouse') stopUnasked(regionOf(event.target))
})
for (const name of ['focusin', 'pointerdown'] as const)
  document.addEventListener(name, (event) => stopUnasked(regionOf(event.target)))
document.addEventListener('click', (event) => {
  const region = regionOf(event.target)
  const isControl = event.target instanceof Element && event.target.closest('[data-rotation]')
  if (region && isControl) press(region, event.detail > 0)
})
calm.addEventListener('change', () => {
  if (calm.matches) for (const region of timers.keys()) stop(region)
})
document.addEventListener('astro:before-swap', () => {
  for (const region of timers.keys()) stop(region)
})
document.addEventListener('astro:page-load', () => {
  for (const region of document.querySelectorAll<HTMLElement>('[data-rotates]')) {
    watch(region)
    if (calm.matches || region.matches(':hover, :focus-within')) paint(region)
    else start(region)
  }
})

// A module: what it names is its own.
export {}
