import { boolean, enums, integer, is, max, min, type, type Infer } from 'superstruct'
import { storageKeys } from '#contract/storage.ts'
import { LATIN_SCRIPTS } from '#contract/transliterate.ts'
import { persistentValue } from '../persistent.ts'

export const SIZES = 5
/** How lines are written on this device. Without any script they are written as they came. */
const LinesView = type({
  devanagari: boolean(),
  latin: enums(['none', ...LATIN_SCRIPTS]),
  translation: boolean(),
  /** Steps of the text size, from 0. */
  size: max(min(integer(), 0), SIZES - 1),
  isLoose: boolean(),
})
export type LinesView = Infer<typeof LinesView>

const FIRST: LinesView = { devanagari: true, latin: 'none', translation: false, size: 1, isLoose: false }

function decode(text: string): LinesView | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return is(value, LinesView) ? value : undefined
  } catch {
    return undefined
  }
}

export const $linesView = persistentValue<LinesView>(storageKeys.linesView, FIRST, { decode, encode: JSON.stringify })

export const changeLinesView = (changes: Partial<LinesView>): void =>
  $linesView.set({ ...$linesView.get(), ...changes })
