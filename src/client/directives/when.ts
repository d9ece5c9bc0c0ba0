import type { ClientDirective } from 'astro'

const observed = new WeakSet<HTMLElement>()

/** `client:when="name"`: loads the island once `html[data-name]` is set (client/directives/hydration-trigger.ts). */
const when: ClientDirective = (load, { value: name }, element) => {
  // A persisted island is connected again on every page; hydrating it twice is an error in React.
  if (observed.has(element)) return
  observed.add(element)
  const root = document.documentElement
  const start = async () => {
    if (!(name in root.dataset)) return
    observer.disconnect()
    const hydrate = await load()
    await hydrate()
  }
  const observer = new MutationObserver(start)
  observer.observe(root, { attributes: true, attributeFilter: [`data-${name}`] })
  // The observer would keep the page that was left in memory. Persisted islands stay connected.
  document.addEventListener('astro:after-swap', function stop() {
    if (element.isConnected) return
    observer.disconnect()
    document.removeEventListener('astro:after-swap', stop)
  })
  void start()
}

export default when
