import { useState } from 'react'
import { matches } from '#stores/rebase.ts'

type Known = { rows: readonly unknown[]; ids: readonly number[]; next: number }

function followed(rows: readonly unknown[], before: Known): Known {
  const same = matches(rows, before.rows)
  let { next } = before
  return { rows, ids: rows.map((_row, at) => before.ids[same.get(at) ?? -1] ?? next++), next }
}

/** A number for each row that stays with it while it is typed in, moved, and given a key by its first save: its fields keep the focus. */
export function useRowIds(rows: readonly unknown[]): readonly number[] {
  const [known, setKnown] = useState(() => followed(rows, { rows: [], ids: [], next: 0 }))
  if (known.rows === rows) return known.ids
  const now = followed(rows, known)
  setKnown(now)
  return now.ids
}
