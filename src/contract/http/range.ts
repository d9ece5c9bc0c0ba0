type Range = { start: number; end: number }

/** Parses one byte range (RFC 9110). Undefined: send the whole object, also for several ranges. 'outside': answer 416. */
export function rangeOf(header: string | undefined, bytes: number): Range | 'outside' | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (!from && !to)) return undefined
  if (!from) return Number(to) === 0 ? 'outside' : { start: Math.max(0, bytes - Number(to)), end: bytes - 1 }
  const [start, end] = [Number(from), to ? Math.min(Number(to), bytes - 1) : bytes - 1]
  if (to && Number(to) < start) return undefined
  return start >= bytes ? 'outside' : { start, end }
}
