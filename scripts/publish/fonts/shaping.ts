import { Blob, Buffer as TextBuffer, Face, Font, shape, shapeWithTrace, TracePhase } from 'harfbuzzjs'

export function openFont(trueType: Uint8Array): Font {
  return new Font(new Face(new Blob(trueType), 0))
}

/** Glyphs in all steps of shaping: a conjunct that is built over a half form needs that form too. Slow, some milliseconds each. */
export function shapingGlyphs(font: Font, text: string): Set<number> {
  const glyphs = new Set<number>()
  for (const step of shapeWithTrace(font, bufferOf(text), [], 0, TracePhase.DONT_STOP))
    if (step.glyphs) for (const { g } of step.t as { g: number }[]) glyphs.add(g)
  return glyphs
}

/** What a font draws for a text: each outline with its place. Equal drawings look the same; joiners draw nothing. */
export function drawingOf(font: Font, text: string): string {
  const buffer = bufferOf(text)
  shape(font, buffer)
  return buffer
    .getGlyphInfosAndPositions()
    .map(({ codepoint, xAdvance = 0, xOffset, yOffset }) => ({
      xAdvance,
      place: [xAdvance, xOffset, yOffset].join(' '),
      path: font.glyphToPath(codepoint),
    }))
    .filter(({ xAdvance, path }) => xAdvance !== 0 || path !== '')
    .map(({ place, path }) => `${place} ${path}`)
    .join('\n')
}

function bufferOf(text: string): TextBuffer {
  const buffer = new TextBuffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  return buffer
}
