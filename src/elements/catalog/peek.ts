/**
 * The popover of a card (FA-3, WCAG 1.4.13): where there is room beside the card it opens on hover and focus, stays while either
 * is on card or popover, and Escape takes it away. The small button opens it everywhere: on touch and narrow windows it is a
 * sheet at the foot of the window.
 */
const HOVER_MS = 200
const hasRoom = matchMedia('(min-width: 1000px)')

let shown: HTMLElement | undefined
let isPinned = false
let waiting: ReturnType<typeof setTimeout> | undefined

const cardOf = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-peek]') ?? undefined) : undefined

function show(card: HTMLElement | undefined, pinned = false) {
  clearTimeout(waiting)
  if (shown !== card) paint(shown, false)
  shown = card
  isPinned = pinned
  paint(card, true)
}

function paint(card: HTMLElement | undefined, isOpen: boolean) {
  card?.toggleAttribute('data-open', isOpen)
  card?.querySelector('.info')?.setAttribute('aria-expanded', String(isOpen))
}

/** Closing must not leave the focus on what has gone. */
function close() {
  const card = shown
  if (card?.querySelector('.peek')?.contains(document.activeElement)) card.querySelector<HTMLElement>('.info')?.focus()
  show(undefined)
}

function later(what: () => void) {
  clearTimeout(waiting)
  waiting = setTimeout(what, HOVER_MS)
}

document.addEventListener('pointerover', (event) => {
  if (event.pointerType !== 'mouse' || !hasRoom.matches) return
  const card = cardOf(event.target)
  if (card === shown) return clearTimeout(waiting)
  if (card && !isPinned) return later(() => show(card))
  if (shown && !isPinned && !shown.contains(document.activeElement)) later(close)
  if (!card && !shown) clearTimeout(waiting)
})
document.addEventListener('focusin', (event) => {
  const card = cardOf(event.target)
  if (card === shown) return
  const isLink = event.target instanceof Element && event.target.matches('[data-card]:focus-visible')
  if (isLink && hasRoom.matches) return show(card)
  if (shown && !shown.matches(':hover')) show(undefined)
})
document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null
  const card = cardOf(target)
  if (target?.closest('.info') && card) return card === shown && isPinned ? close() : show(card, true)
  if (target?.closest('[data-peek-close]') || (shown && card !== shown)) close()
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && shown) close()
})
document.addEventListener('astro:before-swap', () => show(undefined))

// A module: what it names is its own.
export {}
