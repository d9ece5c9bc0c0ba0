import { fontFor, runsOf, type Face } from './fonts.ts'

type Doc = PDFKit.PDFDocument
export type Letters = { face: Face; size: number; color: string }

export const widthOf = (doc: Doc, text: string, { face, size }: Letters): number =>
  runsOf(text).reduce((sum, run) => sum + take(doc, run, face).fontSize(size).widthOfString(run), 0)

/** pdfkit reads a font once, however often it is told of it. */
function take(doc: Doc, run: string, face: Face): Doc {
  const { name, bytes } = fontFor(run, face)
  return doc.registerFont(name, bytes).font(name)
}

/** What pdfkit keeps of a font and does not describe. Thousandths of the size. */
type Shaped = {
  id: string
  ref(): unknown
  encode(text: string): [glyphs: string[], places: { xAdvance: number; xOffset: number; yOffset: number }[]]
}

/**
 * Draws a word with its baseline at x, y and answers where it ends. Trap: glyphs of Devanagari stand in the order in which
 * they are drawn, so readers who search or copy would get other words: the word is marked with what it says. pdfkit turns the
 * page upside down around its own `text`, and readers that measure the mark outside of it would find it at the wrong place.
 */
export function drawWord(
  doc: Doc,
  word: string,
  [x, y]: [number, number],
  letters: Letters,
): { width: number; mark: ReturnType<Doc['markStructureContent']> } {
  doc.save().fillColor(letters.color)
  doc.transform(1, 0, 0, -1, 0, doc.page.height)
  const mark = doc.markStructureContent('Span', { actual: word })
  let width = 0
  for (const run of runsOf(word)) width += drawRun(doc, run, [x + width, doc.page.height - y], letters)
  doc.endMarkedContent()
  doc.restore()
  return { width, mark }
}

function drawRun(doc: Doc, run: string, [x, y]: [number, number], { face, size }: Letters): number {
  take(doc, run, face).fontSize(size)
  const font: Shaped = Reflect.get(doc, '_font')
  doc.page.fonts[font.id] ??= font.ref()
  const [glyphs, places] = font.encode(run)
  const scale = size / 1000
  let at = x
  const shown = places.map(({ xAdvance, xOffset, yOffset }, index) => {
    const place = `1 0 0 1 ${short(at + xOffset * scale)} ${short(y + yOffset * scale)} Tm <${glyphs[index]}> Tj`
    at += xAdvance * scale
    return place
  })
  doc.addContent(['BT', `/${font.id} ${size} Tf`, ...shown, 'ET'].join('\n'))
  return at - x
}

const short = (value: number): string => String(Math.round(value * 1000) / 1000)
