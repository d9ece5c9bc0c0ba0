import { htmlOf, SHELVES, type Shelves } from './home-shelves.ts'

const isOutOfSight = (top: number): boolean => top >= innerHeight || top < 0
const parse = (html: string): Element | null => {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content.firstElementChild
}

/**
 * Brings the shelves that stand in the page to what they should be, without a move of what a listener sees: a shelf that would push
 * the others comes where nobody sees it, else with the next page. One in which somebody is stays as it is.
 */
export function drawHome(element: HTMLElement, before: Shelves, after: Shelves, none: string): void {
  if (!element.querySelector('section')) return drawFirst(element, htmlOf(after), none)
  for (const name of SHELVES) {
    const shelf = element.querySelector(`section.${name}`)
    if (shelf && before[name] === after[name]) continue
    const next = parse(after[name])
    if (shelf?.contains(document.activeElement)) continue
    if (shelf && next) shelf.replaceWith(next)
    else if (shelf && isOutOfSight(shelf.getBoundingClientRect().top)) shelf.remove()
    else if (!shelf && next) insert(element, name, next)
  }
}

/** Nothing is known of a new browser: the room of a window is reserved until the answer, and stays. */
function drawFirst(element: HTMLElement, html: string, none: string): void {
  // Somebody of whom it is known that they heard nothing sees the page of everybody.
  if (element.firstChild && !element.querySelector('[role=status]')) return
  keepRoom(element)
  if (html) element.innerHTML = html
  else say(element, none)
}

/** Only where nothing stands yet. */
export function sayInHome(element: HTMLElement, text: string): void {
  if (element.firstChild) return
  keepRoom(element)
  say(element, text)
}

const keepRoom = (element: HTMLElement): void => element.style.setProperty('min-height', '100svh')

/** Whose it was has left. */
export function emptyHome(element: HTMLElement): void {
  element.replaceChildren()
  element.style.removeProperty('min-height')
}

function say(element: HTMLElement, text: string): void {
  const note = document.createElement('p')
  note.className = 'wrap section soft'
  note.role = 'status'
  note.textContent = text
  element.replaceChildren(note)
}

function insert(element: HTMLElement, name: (typeof SHELVES)[number], shelf: Element): void {
  const later = SHELVES.slice(SHELVES.indexOf(name) + 1).map((other) => `section.${other}`)
  const next = later.length > 0 ? element.querySelector(later.join()) : null
  const top = (next ?? element.nextElementSibling)?.getBoundingClientRect().top ?? 0
  if (isOutOfSight(top)) element.insertBefore(shelf, next)
}
