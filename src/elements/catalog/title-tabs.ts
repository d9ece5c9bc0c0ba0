import { $isGenreOpen, $postType, chooseType } from '#stores/catalog/genre-choice.ts'
import { ConnectedElement, define, untilAborted } from '../connected-element.ts'
import { addressReady } from '../page-state.ts'

const isLocked = (tab: Element) => tab.getAttribute('aria-disabled') === 'true'

/**
 * `<title-tabs>` around a `tablist` (WAI-ARIA): roving focus with arrows, Home and End. Without a script every panel stands open,
 * one after the other. With `remembers` the type that is the value of the tab is the chosen one; with `locked-text` all tabs but the
 * first are disabled, with that reason, while a genre is chosen [BR-2].
 */
class TitleTabs extends ConnectedElement {
  protected connect(signal: AbortSignal): void {
    this.onPress('[role=tab]', signal, (tab) => tab instanceof HTMLButtonElement && this.#choose(tab))
    this.addEventListener('keydown', (event) => this.#moveByKey(event), { signal })
    const [first] = this.#tabs
    if (first) this.#select(first)
    void addressReady().then(() => this.#selectNamed())
    if (this.hasAttribute('remembers'))
      untilAborted(
        signal,
        $postType.subscribe((type) => this.#selectType(type)),
      )
    if (this.hasAttribute('locked-text'))
      untilAborted(
        signal,
        $isGenreOpen.subscribe((isOpen) => this.#lock(isOpen)),
      )
  }

  get #tabs(): HTMLButtonElement[] {
    return [...this.querySelectorAll<HTMLButtonElement>('[role=tab]')]
  }

  #selectType(type: string): void {
    const tab = this.#tabs.find(({ value }) => value !== '' && value === type)
    if (tab) this.#select(tab)
  }

  /** A link may name a panel. */
  #selectNamed(): void {
    const tab = this.#tabs.find((one) => location.hash === `#${one.getAttribute('aria-controls')}`)
    if (tab) this.#select(tab)
  }

  #select(chosen: HTMLElement): void {
    if (isLocked(chosen)) return
    for (const tab of this.#tabs) {
      const isChosen = tab === chosen
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
      const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
      panel?.toggleAttribute('data-shown', isChosen)
    }
  }

  #choose(tab: HTMLButtonElement): void {
    this.#select(tab)
    if (this.hasAttribute('remembers') && !isLocked(tab)) chooseType(tab.value)
  }

  #moveByKey(event: KeyboardEvent): void {
    const tabs = this.#tabs.filter((tab) => !isLocked(tab))
    const at = tabs.findIndex((tab) => tab === event.target)
    const places: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }
    const place = places[event.key]
    // Those are the browser's own: Alt and the left arrow go back.
    if (at < 0 || place === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const tab = tabs[(place + tabs.length) % tabs.length]
    tab?.focus()
    if (tab) this.#choose(tab)
  }

  #lock(isLocking: boolean): void {
    const [first, ...others] = this.#tabs
    for (const tab of others) {
      tab.setAttribute('aria-disabled', String(isLocking))
      tab.title = isLocking ? this.text('locked-text') : ''
    }
    if (isLocking && first) this.#select(first)
  }
}

define('title-tabs', TitleTabs)
