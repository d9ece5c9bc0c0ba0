import { foldText } from '../../listening/sound-key.ts'

type Named = { names: { en?: string | undefined; mr?: string | undefined } }

const foldedNames = ({ names: { en = '', mr = '' } }: Named): string[] =>
  [en, mr].map(foldText).filter((name) => name !== '')

/** Somebody is called exactly so, in either language. */
export function isNamed(choice: Named, typed: string): boolean {
  const text = foldText(typed)
  return foldedNames(choice).includes(text)
}

/**
 * Which of the found ones the typed text stands for: one of that name, else the first whose name begins with all of it.
 * -1: none, so that Enter does not take somebody who only sounds alike.
 */
export function meantChoice(choices: readonly Named[], typed: string): number {
  const text = foldText(typed)
  if (!text) return -1
  const exact = choices.findIndex((choice) => foldedNames(choice).includes(text))
  return exact >= 0 ? exact : choices.findIndex((choice) => foldedNames(choice).some((name) => name.startsWith(text)))
}
