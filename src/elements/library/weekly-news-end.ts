import { call } from '#client/browser-call.ts'
import { endWeeklyNews } from '#contract/library/follows.ts'
import { ConnectedElement, define } from '../connected-element.ts'

const PATIENCE_MS = 30_000

/** `<weekly-news-end>` around the button that ends the weekly mail whose link led here. */
class WeeklyNewsEnd extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    this.onPress('button', signal, (button) => void this.#end(button))
  }

  async #end(button: HTMLElement): Promise<void> {
    if (button.getAttribute('aria-disabled') === 'true') return
    button.setAttribute('aria-disabled', 'true')
    const token = decodeURIComponent(location.hash.slice(1))
    const result = await call(endWeeklyNews, { token }, AbortSignal.timeout(PATIENCE_MS))
    const note = this.querySelector('[role=status]')
    const isExpired = !result.ok && result.fault === 'linkExpired'
    if (note) note.textContent = this.text(result.ok ? 'ended' : isExpired ? 'expired' : 'failed')
    if (!result.ok) button.removeAttribute('aria-disabled')
  }
}

define('weekly-news-end', WeeklyNewsEnd)
