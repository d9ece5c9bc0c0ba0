const segmenters = new Map<string, Intl.Segmenter>()

/** Cuts between graphemes and never inside a conjunct; undefined when the text is not longer than the limit. */
export function cutAt(text: string, limit: number, locale = 'mr'): string | undefined {
  if (text.length <= limit) return undefined
  const segmenter = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: 'grapheme' })
  segmenters.set(locale, segmenter)
  let count = 0
  for (const { index } of segmenter.segment(text)) {
    if (count === limit) return text.slice(0, index).trimEnd()
    count += 1
  }
  return undefined
}
