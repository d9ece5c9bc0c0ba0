type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether two values hold the same, in whatever order their fields are: the database keeps another one than a form. */
export const isSame = (one: unknown, other: unknown): boolean => inOrder(one) === inOrder(other)

function inOrder(value: unknown): string | undefined {
  return JSON.stringify(value, (_name, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))))
      : inner,
  )
}

/**
 * A form after the reply to its save: what the server has, with what was typed since it was sent. `now` is the form when the reply
 * came. A row that got its key from the server is the row that was sent, and no second one.
 */
export function rebase<Value>(sent: Value, now: Value, saved: Value): Value {
  // What goes in has the type of the form, and so has each part that comes out.
  return rebased(sent, now, saved) as Value
}

function rebased(sent: unknown, now: unknown, saved: unknown): unknown {
  if (isSame(sent, now)) return saved
  if (isObject(sent) && isObject(now) && isObject(saved)) return rebasedFields(sent, now, saved)
  if (Array.isArray(sent) && Array.isArray(now) && Array.isArray(saved)) return rebasedRows(sent, now, saved)
  return now
}

function rebasedFields(sent: Fields, now: Fields, saved: Fields): Fields {
  const names = [...new Set([...Object.keys(saved), ...Object.keys(now)])]
  const entries = names.map((name) => [name, rebased(sent[name], now[name], saved[name])] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** In the order of the form. */
function rebasedRows(sent: unknown[], now: unknown[], saved: unknown[]): unknown[] {
  if (![...sent, ...now, ...saved].every(isObject)) return now
  const [sentOf, savedOf] = [matches(now, sent), matches(sent, saved)]
  return now.map((row, at) => {
    const from = sentOf.get(at)
    const to = from === undefined ? undefined : savedOf.get(from)
    return from === undefined || to === undefined ? row : rebased(sent[from], row, saved[to])
  })
}

const KEYS = ['_id', 'key', 'slug', 'id'] as const
type Test = (one: Fields, other: Fields) => boolean
const sharing =
  (name: string): Test =>
  (one, other) =>
    one[name] !== undefined && one[name] !== null && one[name] === other[name]
/** Two rows of which one, or both, have no key yet. */
const isPossible: Test = (one, other) =>
  KEYS.every((name) => one[name] === undefined || other[name] === undefined || one[name] === other[name])
/** From the surest sign to the weakest. */
const TESTS: readonly Test[] = [...[...KEYS, 'audio'].map(sharing), isSame, isPossible]

/** Which row of one list is which of the other, by their places. */
export function matches(rows: readonly unknown[], others: readonly unknown[]): Map<number, number> {
  const found = new Map<number, number>()
  const free = new Set(others.keys())
  for (const test of TESTS)
    for (const [at, row] of rows.entries()) {
      if (found.has(at)) continue
      const other = [...free].find((one) => test(row as Fields, others[one] as Fields))
      if (other === undefined) continue
      found.set(at, other)
      free.delete(other)
    }
  return found
}
