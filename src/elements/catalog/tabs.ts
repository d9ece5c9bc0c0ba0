/**
 * WAI-ARIA tabs on static panels: roving focus with arrows, Home and End. Without a script every panel stands open, one after
 * the other. Tabs marked `data-locks` are disabled, with a reason, while a genre is chosen (BR-2).
 */
import { $isGenreOpen, $postType, chooseType } from '#stores/catalog/genre-choice.ts'

const tabsOf = (list: Element) => [...list.querySelectorAll<HTMLButtonElement>('[role=tab]')]
const isLocked = (tab: Element) => tab.getAttribute('aria-disabled') === 'true'

function select(tab: HTMLButtonElement) {
  const list = tab.closest('[role=tablist]')
  if (!list || isLocked(tab)) return
  for (const other of tabsOf(list)) {
    const isChosen = other === tab
    other.setAttribute('aria-selected', String(isChosen))
    other.tabIndex = isChosen ? 0 : -1
    const panel = document.getElementById(other.getAttribute('aria-controls') ?? '')
    panel?.toggleAttribute('data-shown', isChosen)
  }
  const type = tab.dataset['type']
  if (type && $postType.get() !== type) chooseType(type)
}

function prepare() {
  for (const list of document.querySelectorAll<HTMLElement>('[role=tablist]')) {
    const tabs = tabsOf(list)
    const remembered = tabs.find((tab) => tab.dataset['type'] && tab.dataset['type'] === $postType.get())
    const first = remembered ?? tabs[0]
    if (first) select(first)
  }
}

function lock(isLocking: boolean) {
  for (const tab of document.querySelectorAll<HTMLButtonElement>('[role=tab][data-locks]')) {
    tab.setAttribute('aria-disabled', String(isLocking))
    tab.title = isLocking ? (tab.dataset['locks'] ?? '') : ''
  }
  if (!isLocking) return
  for (const list of document.querySelectorAll('[role=tablist][data-inner]')) {
    const all = tabsOf(list)[0]
    if (all) select(all)
  }
}

document.addEventListener('click', (event) => {
  const tab = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('[role=tab]') : null
  if (tab) select(tab)
})
document.addEventListener('keydown', (event) => {
  const tab = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('[role=tab]') : null
  const list = tab?.closest('[role=tablist]')
  if (!tab || !list) return
  const tabs = tabsOf(list).filter((other) => !isLocked(other))
  const at = tabs.indexOf(tab)
  const targets: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }
  const next = targets[event.key]
  if (next === undefined) return
  event.preventDefault()
  const chosen = tabs[(next + tabs.length) % tabs.length]
  chosen?.focus()
  if (chosen) select(chosen)
})
$postType.listen((type) => {
  const tab = document.querySelector<HTMLButtonElement>(`[role=tab][data-type="${CSS.escape(type)}"]`)
  if (tab) select(tab)
})
function showGenreOpen() {
  const isOpen = $isGenreOpen.get()
  lock(isOpen)
  document.querySelector('[data-browse]')?.toggleAttribute('data-genre-open', isOpen)
}
$isGenreOpen.listen(showGenreOpen)
document.addEventListener('astro:page-load', () => {
  prepare()
  showGenreOpen()
})
