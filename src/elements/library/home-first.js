/* Runs in the home page before its first paint: what a listener's home begins with, as it was last (home-shelves.ts). The parser draws it before it reads on. */
if (!customElements.get('listener-home'))
  customElements.define(
    'listener-home',
    class extends HTMLElement {
      connectedCallback() {
        const page = document.documentElement
        try {
          if ('signedIn' in page.dataset) this.innerHTML = localStorage.getItem('listenerHome.' + page.lang) || ''
        } catch {}
      }
    },
  )
