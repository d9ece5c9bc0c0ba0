import { deskSaveName, KIND_OF_LIST } from '#contract/desk/catalog/names.ts'
import type { ChoiceList } from '#contract/desk/titles/titles.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { deskCall, undoChange } from '../call.ts'
import { readName } from '../catalog/names.ts'
import { noteChoice, type Choice } from './editor.ts'

type Named = { ok: true; undo: (() => Promise<string | undefined>) | undefined } | { ok: false; fault: string }

/** Gives somebody whom a title names the name in the language that lacks it. One that somebody else gave meanwhile stays. */
export async function addOtherName(of: ChoiceList, choice: Choice, locale: Locale, name: string): Promise<Named> {
  const kind = KIND_OF_LIST[of]
  const read = await readName(kind, choice.key)
  if (!read.ok) return read
  const { photo_address: _shown, ...stored } = read.name
  const existing = stored.translations[locale]
  if (existing?.name) {
    const names = LOCALES.flatMap((one) => {
      const text = stored.translations[one]?.name
      return text ? [[one, text] as const] : []
    })
    noteChoice(of, { ...choice, names: Object.fromEntries(names) })
    return { ok: false, fault: 'changedMeanwhile' }
  }
  const translations = { ...stored.translations, [locale]: { ...existing, name } }
  const saved = await deskCall(deskSaveName, { of: kind, ...stored, translations })
  if (!saved.ok) return saved
  noteChoice(of, { ...choice, names: { ...choice.names, [locale]: name } })
  const { change } = saved.value
  return { ok: true, undo: change === null ? undefined : () => undoOtherName(of, choice, change) }
}

async function undoOtherName(of: ChoiceList, choice: Choice, change: number): Promise<string | undefined> {
  const fault = await undoChange(change)
  if (!fault) noteChoice(of, choice)
  return fault
}
