import { returnPath } from '#contract/accounts/accounts.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { ConnectedElement, define } from '../connected-element.ts'
import { addressReady } from '../page-state.ts'

/**
 * `<wished-title text="… {{name}} …" hear="…" priced="…" follow="…" gift="…">` on the pages of signing in and up: names what
 * waits behind them, a title or plan that is bought, a title that is heard, also one that may have to be bought first, or who is followed
 * [SI-7], or says that a gift does.
 */
class WishedTitle extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    void this.#show(signal).catch(() => undefined)
  }

  async #show(signal: AbortSignal): Promise<void> {
    await addressReady()
    const path = returnPath(new URLSearchParams(location.search).get('next'))
    const wish = path ? new URL(path, location.origin) : undefined
    const kind = wish && kindOf(wish)
    if (!wish || !kind) return
    if (kind === 'gift') return this.#tell(this.text(kind))
    // The name in the language of the page that comes next, which is then in the browser's cache already.
    const page = new DOMParser().parseFromString(await (await fetch(wish.pathname, { signal })).text(), 'text/html')
    const variant = wish.searchParams.get('buy')
    const offer = [...page.querySelectorAll('[variant]')].find((one) => one.getAttribute('variant') === variant)
    const heading =
      kind === 'text' ? offer?.closest('article')?.querySelector('h1, h2, h3') : page.querySelector('main h1')
    const name = heading?.textContent?.trim()
    const isPriced = kind === 'hear' && page.querySelector('main [variant]')
    if (name && !signal.aborted) this.#tell(interpolate(this.text(isPriced ? 'priced' : kind), { name }))
  }

  #tell(text: string): void {
    this.textContent = text
    this.hidden = false
    // Unless somebody has begun already.
    if (!document.activeElement?.matches('body, main')) return
    this.parentElement?.querySelector<HTMLElement>('form input:not([readonly])')?.focus()
  }
}

/** The attribute with the words for what was pressed. */
function kindOf({ pathname, searchParams: asked }: URL): 'gift' | 'text' | 'follow' | 'hear' | undefined {
  if (/\/redeem-gift\/$/.test(pathname)) return 'gift'
  if (asked.has('buy')) return 'text'
  if (asked.has('follow')) return 'follow'
  return asked.has('play') || asked.has('track') ? 'hear' : undefined
}

define('wished-title', WishedTitle)
