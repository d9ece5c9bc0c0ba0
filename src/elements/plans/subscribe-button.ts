import { alertOffline } from '#stores/offline/offline-alert.ts'
import { ConnectedElement, define } from '../connected-element.ts'

/**
 * `<subscribe-button>` puts a plan into the cart of a listener; a guest has a link to signing in. Where another plan is in the cart,
 * a second button offers to replace it.
 */
class SubscribeButton extends ConnectedElement {
  get #variant(): number {
    return this.number('variant')
  }

  protected connect(signal: AbortSignal): void {
    this.onPress('button', signal, (button) => void this.#subscribe(button).catch(alertOffline))
  }

  async #subscribe(button: HTMLElement): Promise<void> {
    if (button.ariaBusy === 'true') return
    this.#explain('')
    // Not disabled: it would lose the focus, which the cart gives back to it.
    button.ariaBusy = 'true'
    try {
      const { buy } = await import('../cart/buy.ts')
      const fault = await buy(this.#variant, button.hasAttribute('data-replace'))
      if (fault) this.#explain(this.#textOf(fault), fault === 'anotherPlan')
      else if (button.hidden) this.querySelector('button')?.focus()
    } finally {
      button.ariaBusy = 'false'
    }
  }

  #textOf(fault: string): string {
    if (fault === 'anotherPlan') return this.text('other-text')
    return this.text(fault === 'alreadyInCart' ? 'in-cart-text' : 'failed-text')
  }

  #explain(text: string, mayReplace = false): void {
    this.querySelector('[data-replace]')?.toggleAttribute('hidden', !mayReplace)
    const note = this.querySelector<HTMLElement>('[role=alert]')
    if (!note) return
    note.hidden = text === ''
    note.textContent = text
  }
}

define('subscribe-button', SubscribeButton)
