/** Digests of everything that pages may show, by the names that queries record. */
export type Entries = Record<string, string>

/** Names of the entries that differ, with `kind:*` for whoever looks at all entries of a kind. */
export function changedEntries(before: Entries, after: Entries): Set<string> {
  const changed = new Set<string>()
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (before[name] === after[name]) continue
    changed.add(name)
    if (name.includes(':')) changed.add(`${name.split(':')[0]}:*`)
  }
  return changed
}
