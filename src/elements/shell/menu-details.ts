import { ConnectedElement, define } from '../connected-element.ts'

/** `<menu-details>` around a `<details>` that is a menu: closes by Escape and by a click beside it. */
class MenuDetails extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    document.addEventListener(
      'click',
      ({ target }) => {
        if (!(target instanceof Node && this.contains(target))) this.#close()
      },
      { signal },
    )
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && this.#close(), { signal })
  }

  #close(): void {
    const menu = this.querySelector('details')
    if (!menu?.open) return
    if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
    menu.open = false
  }
}

define('menu-details', MenuDetails)
