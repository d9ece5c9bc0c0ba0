import { returnPath } from '#contract/accounts.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { ConnectedElement, define } from '../connected-element.ts'
import { addressReady } from '../page-state.ts'

/** `<wished-title text="… {{name}} …">` on the pages of signing in and up: names the title or plan that waits behind them (SI-7). */
class WishedTitle extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    void this.#show(signal).catch(() => undefined)
  }

  async #show(signal: AbortSignal): Promise<void> {
    await addressReady()
    const path = returnPath(new URLSearchParams(location.search).get('next'))
    const wish = path && new URL(path, location.origin)
    const variant = wish && wish.searchParams.get('buy')
    if (!variant) return
    // The name in the language of the page that comes next, which is then in the browser's cache already.
    const page = new DOMParser().parseFromString(await (await fetch(wish.pathname, { signal })).text(), 'text/html')
    const offer = [...page.querySelectorAll('[variant]')].find((one) => one.getAttribute('variant') === variant)
    const name = offer?.closest('article')?.querySelector('h1, h2')?.textContent?.trim()
    if (!name || signal.aborted) return
    this.textContent = interpolate(this.text('text'), { name })
    this.hidden = false
  }
}

define('wished-title', WishedTitle)
