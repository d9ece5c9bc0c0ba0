import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PDF_FONTS, trueTypeOf } from '../../../scripts/assets/pdf-fonts.ts'

const FOLDER = new URL('../../../src/server/runtime/pdf/fonts/', import.meta.url)

it.each(PDF_FONTS)('$name of PDF documents is the font of the installed package', async (font) => {
  const converted = await trueTypeOf(font)
  expect(readFileSync(new URL(`${font.name}.ttf`, FOLDER)).equals(converted)).toBe(true)
})
