import { ConnectedElement, define } from '../connected-element.ts'
import { addressReady } from '../page-state.ts'

/** `<collaboration-field>` around the contact page: `?type=writer` chooses its heading and marks the link of that type. */
class CollaborationField extends ConnectedElement {
  protected connect(): void {
    void addressReady().then(() => this.#showType())
  }

  #showType(): void {
    const links = [...this.querySelectorAll<HTMLAnchorElement>('.types a')]
    const heading = this.querySelector('h1')
    const asked = new URLSearchParams(location.search).get('type')
    const chosen = links.find((link) => new URLSearchParams(link.search).get('type') === asked) ?? links[0]
    if (!chosen || !heading) return
    heading.textContent = chosen.dataset['heading'] ?? heading.textContent
    for (const link of links) link.removeAttribute('aria-current')
    chosen.setAttribute('aria-current', 'true')
  }
}

define('collaboration-field', CollaborationField)
