import { fontFor, runsOf, type Face } from './fonts.ts'

/** What fontkit, which pdfkit brings, gives of a font. */
type Font = {
  unitsPerEm: number
  layout(text: string): {
    glyphs: { path: { toSVG(): string } }[]
    positions: { xAdvance: number; xOffset: number; yOffset: number }[]
  }
}
export type Outlines = { width: number; svg: string }

const fonts = new Map<string, Promise<Font>>()

function fontOf(run: string, face: Face): Promise<Font> {
  const { name, bytes } = fontFor(run, face)
  const font =
    fonts.get(name) ??
    import('pdfkit').then(({ default: PdfDocument }): Font => {
      const doc = new PdfDocument({ font: '' }).registerFont(name, bytes).font(name)
      // pdfkit keeps the shaper of its current font here.
      return Reflect.get(Reflect.get(doc, '_font'), 'font')
    })
  fonts.set(name, font)
  return font
}

/** A line of text as SVG paths with its baseline at 0, 0: a program that draws SVG needs no font and no shaper. */
export async function outlinesOf(text: string, face: Face, size: number): Promise<Outlines> {
  let width = 0
  const paths: string[] = []
  for (const run of runsOf(text.normalize('NFC'))) {
    const font = await fontOf(run, face)
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(run)
    positions.forEach(({ xAdvance, xOffset, yOffset }, index) => {
      const at = `translate(${short(width + xOffset * scale)} ${short(-yOffset * scale)}) scale(${short(scale)} ${short(-scale)})`
      paths.push(`<path transform="${at}" d="${glyphs[index]?.path.toSVG() ?? ''}"/>`)
      width += xAdvance * scale
    })
  }
  return { width, svg: paths.join('') }
}

const short = (value: number): string => String(Math.round(value * 10_000) / 10_000)
