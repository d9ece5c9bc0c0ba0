import type { ClientDirective } from 'astro'

const waiting = new WeakSet<HTMLElement>()

/** `client:when="name"`: loads the island once `html[data-name]` is set or `shop:name` is heard; who never gives a reason never gets it. */
const when: ClientDirective = (load, { value: name }, element) => {
  // An island that persists is connected anew on every page; twice hydrated would be an error to React.
  if (waiting.has(element)) return
  waiting.add(element)
  const left = new AbortController()
  async function start() {
    left.abort()
    const hydrate = await load()
    await hydrate()
  }
  if (name in document.documentElement.dataset) return void start()
  document.addEventListener(`shop:${name}`, () => void start(), { signal: left.signal })
  // A page that was left must not be kept in memory by its listener; islands that persist stay.
  document.addEventListener('astro:after-swap', () => !element.isConnected && left.abort(), { signal: left.signal })
}

export default when
