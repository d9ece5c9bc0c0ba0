import { colours } from '#brand/colours.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { Face } from './fonts.ts'
import { drawWord, widthOf, type Letters } from './shaped-text.ts'

/** `leading`: height of a line in sizes. `role`: for who is read to. */
export type Ink = {
  face?: Face
  size: number
  color?: string
  align?: 'left' | 'center' | 'right'
  leading?: number
  role?: 'H1' | 'H2' | 'P'
}
type Box = { x: number; y: number; width: number }
/** A document in both scripts on A4. All lengths are points, y goes down. */
export type Pdf = {
  width: number
  height: number
  /** Writes wrapped text from `y` down and answers the y below it. */
  text(text: string, box: Box, ink: Ink): number
  /** As `text`, in the largest size down to `least` that needs no more than so many lines. */
  fitted(text: string, box: Box, ink: Ink, most: { lines: number; least: number }): number
  line(from: [number, number], to: [number, number], color: string, thickness?: number): void
  area(box: Box & { height: number }, paint: { fill?: string; stroke?: string; thickness?: number }): void
  nextPage(): void
  finish(): Promise<Uint8Array>
}
/** `date`: when it was issued. The same facts and words give the same bytes. */
type Facts = { title: string; author: string; locale: Locale; date: Date; layout?: 'portrait' | 'landscape' }

async function openDocument({ title, author, locale, date, layout = 'portrait' }: Facts): Promise<Doc> {
  // Loaded when the first document is made: no start pays for it.
  const { default: PdfDocument } = await import('pdfkit')
  const info = { Title: title, Author: author, CreationDate: date, ModDate: date }
  return new PdfDocument({
    size: 'A4',
    layout,
    margin: 0,
    info,
    lang: locale,
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
  })
}

export async function createPdf(facts: Facts): Promise<Pdf> {
  const doc = await openDocument(facts)
  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const finished = new Promise<Uint8Array>((done, fail) =>
    doc.on('end', () => done(Buffer.concat(chunks))).on('error', fail),
  )

  return {
    width: doc.page.width,
    height: doc.page.height,
    text: (text, box, ink) => writeLines(doc, linesOf(doc, text, box.width, ink), box, ink),
    fitted(text, box, ink, most) {
      const fit = { ...ink, size: fittingSize(doc, text, box.width, ink, most) }
      return writeLines(doc, linesOf(doc, text, box.width, fit), box, fit)
    },
    line: ([x, y], [toX, toY], color, thickness = 1) =>
      void doc.moveTo(x, y).lineTo(toX, toY).lineWidth(thickness).stroke(color),
    area({ x, y, width, height }, { fill, stroke, thickness = 1 }) {
      if (fill) doc.rect(x, y, width, height).fill(fill)
      if (stroke) doc.rect(x, y, width, height).lineWidth(thickness).stroke(stroke)
    },
    nextPage: () => void doc.addPage(),
    async finish() {
      doc.end()
      return finished
    },
  }
}

type Doc = PDFKit.PDFDocument
const lettersOf = ({ face = 'text', size, color = colours.ink }: Ink): Letters => ({ face, size, color })

function linesOf(doc: Doc, text: string, width: number, ink: Ink): string[] {
  const lines: string[] = []
  for (const word of text.normalize('NFC').split(/\s+/).filter(Boolean)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && widthOf(doc, longer, lettersOf(ink)) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function fittingSize(
  doc: Doc,
  text: string,
  width: number,
  ink: Ink,
  { lines, least }: { lines: number; least: number },
): number {
  for (let size = ink.size; size > least; size -= 1) {
    const found = linesOf(doc, text, width, { ...ink, size })
    if (found.length <= lines && found.every((line) => widthOf(doc, line, lettersOf({ ...ink, size })) <= width))
      return size
  }
  return least
}

const BASELINE = 0.75

function writeLines(doc: Doc, lines: string[], { x, y, width }: Box, ink: Ink): number {
  const { size, align = 'left', leading = 1.45, role = 'P' } = ink
  const letters = lettersOf(ink)
  const block = doc.struct(role)
  doc.addStructure(block)
  lines.forEach((line, index) => {
    const spare = { left: 0, center: 0.5, right: 1 }[align] * (width - widthOf(doc, line, letters))
    let at = x + spare
    for (const word of line.split(' ')) {
      const drawn = drawWord(doc, word, [at, y + size * leading * (index + BASELINE)], letters)
      block.add(drawn.mark)
      at += drawn.width + widthOf(doc, ' ', letters)
    }
  })
  block.end()
  return y + size * leading * lines.length
}
