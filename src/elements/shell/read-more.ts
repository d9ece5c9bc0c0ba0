import { ConnectedElement, define } from '../connected-element.ts'

/** `<read-more>` shows the whole of a long text [AU-1, PD-2]; both stand in the HTML, so it is readable without a script too. */
class ReadMore extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    this.onPress('.more', signal, (button) => {
      const isWhole = this.toggleAttribute('data-whole')
      button.setAttribute('aria-expanded', String(isWhole))
      button.textContent = this.text(isWhole ? 'less-text' : 'more-text')
    })
  }
}

define('read-more', ReadMore)
