import { createElement, startTransition, type ComponentType } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'

const roots = new WeakMap<HTMLElement, Root>()

/**
 * Brings an island to life, in the place of @astrojs/react's own client (astro.config.mjs): a page may be left while React still
 * hydrates, which React reports as error 424 on the page that came after. It serves neither actions nor named slots: no island here
 * has them, and they cost every page 700 bytes. Astro calls it again when an island that persists got new properties.
 */
export default (island: HTMLElement) =>
  (
    component: ComponentType<Record<string, unknown>>,
    props: Record<string, unknown>,
    { default: html }: { default?: string },
  ) => {
    if (!island.hasAttribute('ssr')) return
    const children =
      html && createElement('astro-slot', { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: html } })
    const element = createElement(component, props, children)
    startTransition(() => {
      const known = roots.get(island)
      if (known) return known.render(element)
      const root = hydrateRoot(island, element, {
        identifierPrefix: island.getAttribute('prefix') ?? '',
        onRecoverableError: (error) => island.isConnected && reportError(error),
      })
      roots.set(island, root)
      island.addEventListener('astro:unmount', () => root.unmount(), { once: true })
    })
  }
