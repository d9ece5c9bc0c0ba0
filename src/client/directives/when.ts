import type { ClientDirective } from 'astro'

/** `client:when="name"`: loads the island once `html[data-name]` is set or `shop:name` is heard; who never gives a reason never gets it. */
const when: ClientDirective = (load, { value: name }, _element) => {
  async function start() {
    const hydrate = await load()
    await hydrate()
  }
  if (name in document.documentElement.dataset) void start()
  else document.addEventListener(`shop:${name}`, () => void start(), { once: true })
}

export default when
