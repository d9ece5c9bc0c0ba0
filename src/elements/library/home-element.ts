import { $drawnHome } from '#stores/library/drawn-home.ts'
import { define } from '../connected-element.ts'
import { pageLocale } from '../page-locale.ts'
import { isSignedIn } from '../page-state.ts'

/** The same as home-first.js, for who comes to the home page from another one: the router runs the script of a page after its paint. */
class ListenerHome extends HTMLElement {
  connectedCallback(): void {
    if (isSignedIn()) this.innerHTML = $drawnHome[pageLocale()].get()
  }
}

define('listener-home', ListenerHome)
