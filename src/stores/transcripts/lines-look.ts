import { boolean, enums, integer, is, max, min, type, type Infer } from 'superstruct'
import { storageKeys } from '#contract/storage.ts'
import { LATIN_SCRIPTS } from '#contract/text/transliterate.ts'
import { persistentValue } from '../persistent.ts'

export const SIZES = 5
/** How lines are written on this device. Without any script they are written as they came. */
const LinesLook = type({
  devanagari: boolean(),
  latin: enums(['none', ...LATIN_SCRIPTS]),
  translation: boolean(),
  /** Steps of the text size, from 0. */
  size: max(min(integer(), 0), SIZES - 1),
  isLoose: boolean(),
})
export type LinesLook = Infer<typeof LinesLook>

const FIRST: LinesLook = { devanagari: true, latin: 'none', translation: false, size: 1, isLoose: false }

function decode(text: string): LinesLook | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return is(value, LinesLook) ? value : undefined
  } catch {
    return undefined
  }
}

export const $linesLook = persistentValue<LinesLook>(storageKeys.linesView, FIRST, { decode, encode: JSON.stringify })

export const changeLinesLook = (changes: Partial<LinesLook>): void =>
  $linesLook.set({ ...$linesLook.get(), ...changes })
