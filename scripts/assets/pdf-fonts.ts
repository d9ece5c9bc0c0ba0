// Unpacks the WOFF fonts of the brand to TrueType files for PDF documents: fontkit reads WOFF too, but inflates each table
// every time it is asked, half a second a document. Run after another version of a font package is installed:
// node scripts/assets/pdf-fonts.ts
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import fontverter from 'fontverter'
import { FACES, fontNameOf, SCRIPTS } from '../../src/server/runtime/pdf/fonts.ts'

const TARGET = new URL('../../src/server/runtime/pdf/fonts/', import.meta.url)

export const PDF_FONTS = Object.values(FACES).flatMap(({ family, weight }) =>
  SCRIPTS.map((script) => ({ family, name: fontNameOf(family, script, weight) })),
)

export async function trueTypeOf({ family, name }: (typeof PDF_FONTS)[number]): Promise<Buffer> {
  const woff = new URL(`../../node_modules/@fontsource/${family}/files/${name}.woff`, import.meta.url)
  return fontverter.convert(await readFile(woff), 'truetype')
}

if (import.meta.main) {
  await mkdir(TARGET, { recursive: true })
  for (const font of PDF_FONTS) await writeFile(new URL(`${font.name}.ttf`, TARGET), await trueTypeOf(font))
  console.log(PDF_FONTS.map(({ name }) => name).join('\n'))
}
