import { ConnectedElement, define, opensElsewhere } from '../connected-element.ts'
import { addressReady } from '../page-state.ts'

/**
 * `<faq-topics>` around the links to the topics and their questions: one topic at a time [FQ-1]. The address names it, and a shared
 * link opens it. Without a script all stand open.
 */
class FaqTopics extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    this.onPress('.topics a', signal, (link, event) => {
      if (!(link instanceof HTMLAnchorElement) || opensElsewhere(event)) return
      event.preventDefault()
      history.replaceState(history.state, '', link.hash)
      this.#choose(link)
      // As a link within the page does: it is heard what opened, and Tab goes on there.
      this.querySelector<HTMLElement>(link.hash)?.focus({ preventScroll: true })
    })
    addEventListener('hashchange', () => this.#choose(this.#linkInAddress), { signal })
    void addressReady().then(() => this.#choose(this.#linkInAddress ?? this.#links[0]))
  }

  get #links(): HTMLAnchorElement[] {
    return [...this.querySelectorAll<HTMLAnchorElement>('.topics a')]
  }

  get #linkInAddress(): HTMLAnchorElement | undefined {
    return this.#links.find(({ hash }) => hash === location.hash)
  }

  #choose(chosen: HTMLAnchorElement | undefined): void {
    if (!chosen) return
    this.dataset['chosen'] = ''
    for (const link of this.#links) {
      if (link === chosen) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
    for (const part of this.querySelectorAll<HTMLElement>('.questions > section'))
      part.hidden = `#${part.id}` !== chosen.hash
  }
}

define('faq-topics', FaqTopics)
