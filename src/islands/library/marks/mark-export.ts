import { plainCell } from '#contract/text/csv-cell.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { MarkedTitle } from '#contract/library/marks.ts'
import { clockOf } from '#contract/time/duration.ts'
import { nameOrEnglish } from '#contract/text/translation.ts'
import { clock } from '#i18n/format.ts'
import type { Messages } from '#i18n/namespaces.ts'
import type { ShownMark } from '#stores/library/marks/mark-queue.ts'

type Columns = Messages['library']['marksPage']['columns']
type Track = MarkedTitle['tracks'][number]
/** The marks of one title in the order in which they are heard. */
export type TitleMarks = { title: MarkedTitle; marks: { mark: ShownMark; track: Track | undefined }[] }

/** By title as they are called, each mark with its track. */
export function byTitle(marks: readonly ShownMark[], titles: readonly MarkedTitle[], locale: Locale): TitleMarks[] {
  const inOrder = new Intl.Collator(locale)
  return titles
    .flatMap((title) => {
      const own = marks.filter(({ product_id: id }) => id === title.id)
      if (own.length === 0) return []
      const found = own.map((mark) => ({ mark, track: title.tracks.find(({ id }) => id === mark.track_id) }))
      const place = (track?: Track) => track?.position ?? 0
      return {
        title,
        marks: found.toSorted((a, b) => place(a.track) - place(b.track) || a.mark.seconds - b.mark.seconds),
      }
    })
    .toSorted((one, other) => inOrder.compare(nameOrEnglish(one.title, locale), nameOrEnglish(other.title, locale)))
}

const spanOf = ({ seconds, until }: ShownMark, locale: Locale): string =>
  until === null ? clock(seconds, locale) : `${clock(seconds, locale)} – ${clock(until, locale)}`
const trackName = (track: Track | undefined, locale: Locale): string => (track ? nameOrEnglish(track, locale) : '')

/** Lines of a note stand below its place, set in. */
export function textOfMarks(all: readonly TitleMarks[], locale: Locale): string {
  const parts = all.map(({ title, marks }) => {
    const lines = marks.map(({ mark, track }) => {
      const note = mark.note.replace(/^/gm, '  ')
      return `${trackName(track, locale)} · ${spanOf(mark, locale)}${mark.note ? `\n${note}` : ''}`
    })
    return [nameOrEnglish(title, locale), '', ...lines].join('\n')
  })
  return `${parts.join('\n\n\n')}\n`
}

/** What Markdown would take for its own signs; at the beginning of a line also those of lists and headings. */
const plain = (text: string): string =>
  text
    .replace(/[\\`*_[\]<>#|~&]/g, '\\$&')
    .replace(/^(\s*)([-+=]|\d+(?=[.)]))/gm, (_, space: string, sign: string) =>
      /\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
    )

export function markdownOfMarks(all: readonly TitleMarks[], locale: Locale): string {
  const parts = all.map(({ title, marks }) => {
    const items = marks.map(({ mark, track }) => {
      const note = mark.note ? `\n\n  > ${plain(mark.note).replace(/\n/g, '  \n  > ')}` : ''
      return `- **${spanOf(mark, locale)}** ${plain(trackName(track, locale))}${note}`
    })
    return [`## ${plain(nameOrEnglish(title, locale)).replace(/\n/g, ' ')}`, ...items].join('\n\n')
  })
  return `${parts.join('\n\n')}\n`
}

function cell(text: string): string {
  const harmless = plainCell(text)
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** RFC 4180, with the mark of UTF-8 that tables need to read Devanagari. Times have the digits that tables calculate with. */
export function csvOfMarks(all: readonly TitleMarks[], locale: Locale, columns: Columns): string {
  const rows = all.flatMap(({ title, marks }) =>
    marks.map(({ mark, track }) => [
      nameOrEnglish(title, locale),
      trackName(track, locale),
      clockOf(mark.seconds),
      mark.until === null ? '' : clockOf(mark.until),
      mark.note,
    ]),
  )
  const head = [columns.title, columns.track, columns.from, columns.until, columns.note]
  return `\ufeff${[head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

export const FORMATS = {
  text: { end: 'txt', type: 'text/plain;charset=utf-8' },
  markdown: { end: 'md', type: 'text/markdown;charset=utf-8' },
  csv: { end: 'csv', type: 'text/csv;charset=utf-8' },
} as const
export type Format = keyof typeof FORMATS

export function exported(format: Format, all: readonly TitleMarks[], locale: Locale, columns: Columns): string {
  if (format === 'csv') return csvOfMarks(all, locale, columns)
  return format === 'text' ? textOfMarks(all, locale) : markdownOfMarks(all, locale)
}
