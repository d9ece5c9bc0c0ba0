/** Makes these rows the content of a list. Those that stay are not taken out, so they keep the focus and the place of a screen reader. */
export function keepRows(list: Element, rows: readonly Element[]): void {
  const wanted = new Set(rows)
  const focused = document.activeElement
  for (const row of [...list.children]) if (!wanted.has(row)) row.remove()
  for (const [at, row] of [...wanted].entries())
    if (list.children[at] !== row) list.insertBefore(row, list.children[at] ?? null)
  // A row that went to another place has lost it.
  if (focused instanceof HTMLElement && list.contains(focused)) focused.focus({ preventScroll: true })
}
