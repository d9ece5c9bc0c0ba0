/** `5-8` or `5+`, in years. */
type Ages = { from: number; to: number | undefined }

export function readAges(text: string | null | undefined): Ages | undefined {
  const [, from, to] = /^(\d{1,2})(?:-(\d{1,2})|\+)$/.exec(text ?? '') ?? []
  return from === undefined ? undefined : { from: Number(from), to: to === undefined ? undefined : Number(to) }
}

/** Ages by which kids titles are chosen. */
export const AGE_BANDS = ['0-4', '5-7', '8-10', '11+'] as const
export type AgeBand = (typeof AGE_BANDS)[number]

/** Whether a title is for somebody of the band. */
export function isForBand(text: string | null | undefined, band: AgeBand): boolean {
  const [ages, wanted] = [readAges(text), readAges(band)]
  if (!ages || !wanted) return false
  return ages.from <= (wanted.to ?? Infinity) && (ages.to ?? Infinity) >= wanted.from
}
