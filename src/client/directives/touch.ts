import type { ClientDirective } from 'astro'

const TRIGGERS = ['pointerdown', 'focusin', 'keydown'] as const

/**
 * `client:touch`: loads the island at the first pointer, focus or key on it. Until then the element works as plain HTML (a form that
 * submits, a link), and text typed before hydration is passed on to React [SD-10]. A failed load is tried again at the next touch.
 */
const touch: ClientDirective = (load, _options, element) => {
  async function start() {
    for (const name of TRIGGERS) element.removeEventListener(name, start)
    try {
      const hydrate = await load()
      await hydrate()
    } catch {
      return wait()
    }
    // React commits after hydrate() resolves; an input event before the commit would be lost.
    await new Promise((resolve) => setTimeout(resolve))
    for (const input of element.querySelectorAll('input')) {
      if (input.value) input.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }

  function wait() {
    for (const name of TRIGGERS) element.addEventListener(name, start)
  }

  wait()
  if (element.contains(document.activeElement)) void start()
}

export default touch
