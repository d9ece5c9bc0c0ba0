import type { ReactElement } from 'react'
import { createRoot } from 'react-dom/client'

/** Draws a dialog over the page once its styles are there, or have failed to come. It leaves with the page, and when it is closed. */
export function openOver(sheet: string, draw: (close: () => void) => ReactElement): void {
  // Its words are on their way when it is asked for a second time.
  if (document.querySelector('[data-over]')) return
  const place = document.body.appendChild(document.createElement('div'))
  place.dataset['over'] = ''
  const styles = document.head.appendChild(
    Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet }),
  )
  const root = createRoot(place)
  const close = () => {
    document.removeEventListener('astro:before-swap', close)
    // A turn later: the browser has given the focus back by then.
    setTimeout(() => {
      root.unmount()
      place.remove()
      styles.remove()
    })
  }
  document.addEventListener('astro:before-swap', close)
  const show = () => root.render(draw(close))
  for (const outcome of ['load', 'error']) styles.addEventListener(outcome, show)
}
