/**
 * What had the focus goes: it goes on at the nearer place, else at the heading of the dialog that is open, else at the content of the
 * page, and not at its top. A frame later: what knows its place itself comes first. `nearer`: a selector.
 */
export function keepFocus(nearer?: string): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      const focused = document.activeElement
      if (focused !== document.body && focused?.checkVisibility()) return
      const near = nearer === undefined ? undefined : document.querySelector<HTMLElement>(nearer)
      const heading = [...document.querySelectorAll('dialog:modal')].at(-1)?.querySelector('h2')
      if (heading) heading.tabIndex = -1
      ;(near ?? heading ?? document.getElementById('content'))?.focus({ preventScroll: true })
    }),
  )
}

/** The `ref` of a button that goes by its own press, or of a part that goes with it. */
export const keepFocusOf = (part: Element | null, nearer?: string) => () => {
  if (part?.contains(document.activeElement)) keepFocus(nearer)
}
