import type { CardView } from '#contract/catalog/views.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { define } from '../connected-element.ts'

/**
 * `<title-card card="{…}">` is a card of a title that is known only in the browser. With `takes-focus` its link has the focus once
 * it is drawn.
 */
class TitleCard extends HTMLElement {
  connectedCallback(): void {
    const card = this.getAttribute('card')
    if (card && !this.firstChild) void this.#draw(JSON.parse(card) as CardView).catch(alertOffline)
  }

  async #draw(card: CardView): Promise<void> {
    const { drawCard } = await import('./draw-card.ts')
    drawCard(this, card)
    if (this.hasAttribute('takes-focus')) this.querySelector('a')?.focus()
  }
}

define('title-card', TitleCard)
