/** Initials for a person without a picture; UN without a name. A letter includes its marks: शि, not श. */
export function initialsOf(first: string, last: string): string {
  const segmenter = new Intl.Segmenter('mr', { granularity: 'grapheme' })
  const letters = [first, last].map((name) => [...segmenter.segment(name.trim())][0]?.segment ?? '')
  return letters.join('').toUpperCase() || 'UN'
}
