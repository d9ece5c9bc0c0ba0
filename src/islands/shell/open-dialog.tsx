import type { ReactElement } from 'react'
import { createRoot } from 'react-dom/client'

/** Mounts a dialog over the page once its style sheet has loaded or failed. Closing it or leaving the page unmounts it. */
export function openDialog(sheet: string, draw: (close: () => void) => ReactElement): void {
  // A second press may come while the first dialog is still loading.
  if (document.querySelector('[data-over]')) return
  const container = document.body.appendChild(document.createElement('div'))
  container.dataset['over'] = ''
  const styles = document.head.appendChild(
    Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet }),
  )
  const root = createRoot(container)
  const close = () => {
    document.removeEventListener('astro:before-swap', close)
    // The timeout lets the browser restore the focus first.
    setTimeout(() => {
      root.unmount()
      container.remove()
      styles.remove()
    })
  }
  document.addEventListener('astro:before-swap', close)
  const show = () => root.render(draw(close))
  for (const event of ['load', 'error']) styles.addEventListener(event, show)
}
