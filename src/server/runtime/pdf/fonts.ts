import { readFileSync } from 'node:fs'

export type Face = 'text' | 'bold' | 'title'
type Script = 'devanagari' | 'latin'

export const SCRIPTS: readonly Script[] = ['devanagari', 'latin']
export const FACES: Record<Face, { family: string; weight: number }> = {
  text: { family: 'mukta', weight: 400 },
  bold: { family: 'mukta', weight: 700 },
  title: { family: 'tiro-devanagari-marathi', weight: 400 },
}

/** The joiners belong to Devanagari words; the rupee sign stands in the Devanagari files only. */
const DEVANAGARI = String.raw`[\p{Script=Devanagari}\p{Join_Control}\u0951-\u0954\u0964\u0965\u20b9]`
const RUNS = new RegExp(`${DEVANAGARI}+|(?:(?!${DEVANAGARI}).)+`, 'gu')
const BEGINS = new RegExp(`^${DEVANAGARI}`, 'u')
const cache = new Map<string, Buffer>()

/** Pieces of a text that one font holds. */
export const runsOf = (text: string): string[] => text.match(RUNS) ?? []

export const fontNameOf = (family: string, script: Script, weight: number): string =>
  `${family}-${script}-${weight}-normal`

/** Fonts are read once for all documents. `scripts/assets/pdf-fonts.ts` makes the files. */
export function fontFor(run: string, face: Face): { name: string; bytes: Buffer } {
  const { family, weight } = FACES[face]
  const name = fontNameOf(family, BEGINS.test(run) ? 'devanagari' : 'latin', weight)
  const bytes = cache.get(name) ?? readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url))
  cache.set(name, bytes)
  return { name, bytes }
}
