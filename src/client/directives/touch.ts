import type { ClientDirective } from 'astro'

const STARTERS = ['pointerdown', 'focusin', 'keydown'] as const

/**
 * `client:touch`: loads the island when a person first reaches for it. The element works as plain HTML before (a form, a link);
 * clicks made while React is on its way are held and made again afterwards, and typed text is told to React (SD-10).
 */
const touch: ClientDirective = (load, _options, element) => {
  const held: HTMLElement[] = []
  let started = false

  function hold(event: Event) {
    if (!event.isTrusted || !(event.target instanceof HTMLElement)) return
    const control = event.target.closest<HTMLElement>('[data-island-click]')
    if (!control) return
    event.preventDefault()
    event.stopPropagation()
    held.push(control)
  }

  async function start() {
    if (started) return
    started = true
    for (const name of STARTERS) element.removeEventListener(name, start)
    const hydrate = await load()
    await hydrate()
    // React commits after hydrate() resolves: give it the frame it needs before the held events are made again.
    await new Promise((resolve) => setTimeout(resolve))
    element.removeEventListener('click', hold, true)
    for (const input of element.querySelectorAll('input')) {
      if (input.value) input.dispatchEvent(new Event('input', { bubbles: true }))
    }
    for (const control of held) control.click()
  }

  element.addEventListener('click', hold, true)
  for (const name of STARTERS) element.addEventListener(name, start)
  if (element.contains(document.activeElement)) void start()
}

export default touch
