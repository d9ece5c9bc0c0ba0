/**
 * What had the focus goes: it goes on at the heading of the dialog that is open, else at the content of the page, and not at its top.
 * A frame later: what knows a nearer place comes first.
 */
export function keepFocus(): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      const focused = document.activeElement
      if (focused !== document.body && focused?.checkVisibility()) return
      const heading = [...document.querySelectorAll('dialog:modal')].at(-1)?.querySelector('h2')
      if (heading) heading.tabIndex = -1
      ;(heading ?? document.getElementById('content'))?.focus({ preventScroll: true })
    }),
  )
}

/** The `ref` of a button that goes by its own press. */
export const keepFocusOf = (button: Element | null) => () => {
  if (button === document.activeElement) keepFocus()
}
