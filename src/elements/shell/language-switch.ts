import { ConnectedElement, define } from '../connected-element.ts'

/** `<language-switch>` around links to the same page in another language: head.js remembers the choice [SH-4]. */
class LanguageSwitch extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    this.onPress('a[hreflang]', signal, (link) => {
      if (!(link instanceof HTMLAnchorElement)) return
      // A page that is kept out of search engines stands for many addresses: its alternate is the same address in the other tree.
      if (document.querySelector('meta[name=robots][content=noindex]')) {
        const path = location.pathname.replace(/^\/mr(?=\/)/, '')
        link.href = (link.hreflang === 'mr' ? `/mr${path}` : path) + location.search
      }
      // The secret of a link that was mailed, or the part of the page that is read.
      link.hash = location.hash
    })
  }
}

define('language-switch', LanguageSwitch)
