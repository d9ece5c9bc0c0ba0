import type { Scanned } from '../../runtime/mp3/scan.ts'

/** Seconds of a file; without `to`, up to its end. */
export type Part = { from: number; to?: number | undefined }

/** Bytes of a part, cut between frames without encoding again. Undefined when the file ends before the part. */
export function cutAt(
  { marks, bytes, seconds }: Scanned,
  { from, to = seconds }: Part,
): { start: number; end: number } | undefined {
  const start = from <= 0 ? marks[0] : marks.findLast(({ second }) => second <= from)
  const end = to >= seconds ? undefined : marks.find(({ second }) => second >= to)
  if (!start || from >= seconds || (end && end.byte <= start.byte)) return undefined
  return { start: start.byte, end: end?.byte ?? bytes }
}
