import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { unpackWoff } from './woff.ts'

export type Face = 'text' | 'bold' | 'title'

const require = createRequire(import.meta.url)
const FAMILIES: Record<Face, [family: string, weight: number]> = {
  text: ['mukta', 400],
  bold: ['mukta', 700],
  title: ['tiro-devanagari-marathi', 400],
}

/** The joiners belong to Devanagari words; the rupee sign stands in the Devanagari files only. */
const DEVANAGARI = String.raw`[\p{Script=Devanagari}\p{Join_Control}\u0951-\u0954\u0964\u0965\u20b9]`
const RUNS = new RegExp(`${DEVANAGARI}+|(?:(?!${DEVANAGARI}).)+`, 'gu')
const BEGINS = new RegExp(`^${DEVANAGARI}`, 'u')
const kept = new Map<string, Buffer>()

/** Pieces of a text that one font holds. */
export const runsOf = (text: string): string[] => text.match(RUNS) ?? []

/** Fonts are read once for all documents. */
export function fontFor(run: string, face: Face): { name: string; bytes: Buffer } {
  const [family, weight] = FAMILIES[face]
  const name = `${family}-${BEGINS.test(run) ? 'devanagari' : 'latin'}-${weight}-normal`
  const bytes = kept.get(name) ?? unpackWoff(readFileSync(require.resolve(`@fontsource/${family}/files/${name}.woff`)))
  kept.set(name, bytes)
  return { name, bytes }
}
