/** Parts that have a heading of their own. */
const PARTS = 'section, article, form, [role="region"], main'

/** Where the focus was, from the inside out: after its control has left the page, the nearest that is left says where that was. */
let path: Element[] = []

function remember({ target }: FocusEvent): void {
  // Toasts and dialogs come and go; what was worked on before them stays.
  if (!(target instanceof Element) || target.closest('.desk-toasts, dialog')) return
  path = []
  for (let at: Element | null = target; at; at = at.parentElement) path.push(at)
}

const isSeen = (element: Element): boolean => element.isConnected && element.checkVisibility()

function nearestHeading(): HTMLElement | null {
  for (const part of path)
    if (isSeen(part) && part.matches(PARTS)) {
      const heading = [...part.querySelectorAll<HTMLElement>('h1, h2, h3')].find(isSeen)
      if (heading) return heading
    }
  return document.querySelector<HTMLElement>('main h1')
}

/** The control that had the focus last, in a toast too. */
let had: Element | null = null

/** The control that had the focus is gone: the reader of a screen would start at the top of the page. */
function restore(): void {
  const isLost = document.activeElement === document.body && had !== null && !isSeen(had)
  // A dialog gives the focus back itself, once it is closed.
  if (!isLost || document.querySelector('dialog:modal')) return
  had = null
  const first = path[0]
  if (first instanceof HTMLElement && isSeen(first)) return first.focus({ preventScroll: true })
  const heading = nearestHeading()
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Keeps the focus near its place when an action takes the control away that it was on. Returns how to end it. */
export function guardFocus(): () => void {
  const note = (event: FocusEvent): void => {
    remember(event)
    had = event.target instanceof Element ? event.target : null
  }
  // A frame later: what closes gives the focus back itself, or the page puts it elsewhere.
  const observer = new MutationObserver(() => requestAnimationFrame(restore))
  document.addEventListener('focusin', note)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['open', 'hidden'],
  })
  return () => {
    document.removeEventListener('focusin', note)
    observer.disconnect()
  }
}
