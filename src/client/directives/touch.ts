import type { ClientDirective } from 'astro'

const STARTERS = ['pointerdown', 'focusin', 'keydown'] as const

/**
 * `client:touch`: loads the island when a person first reaches for it. Until then the element works as plain HTML (a form that
 * submits, a link), and text that was typed meanwhile is told to React (SD-10). A load that failed is tried again at the next touch.
 */
const touch: ClientDirective = (load, _options, element) => {
  async function start() {
    for (const name of STARTERS) element.removeEventListener(name, start)
    try {
      const hydrate = await load()
      await hydrate()
    } catch {
      return wait()
    }
    // React commits after hydrate() resolves: give it the frame it needs before it hears of the text.
    await new Promise((resolve) => setTimeout(resolve))
    for (const input of element.querySelectorAll('input')) {
      if (input.value) input.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }

  function wait() {
    for (const name of STARTERS) element.addEventListener(name, start)
  }

  wait()
  if (element.contains(document.activeElement)) void start()
}

export default touch
