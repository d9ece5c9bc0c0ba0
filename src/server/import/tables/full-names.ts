/** `J.`, `J.R.R.`, `पु.`, `J` */
const INITIALS = /^(?:(?:\p{L}\p{M}*\.)+(?:\p{L}\p{M}*)?|\p{L}\p{M}*)$/u
const SUFFIX = /^(?:jr|sr|phd|md|ma|ba|esq|ii|iii|iv|dr|prof)\.?$/i
const wordsOf = (name: string): string[] => name.split(/\s+/).filter(Boolean)
const isInitials = (name: string): boolean => wordsOf(name).every((word) => INITIALS.test(word))
const isFullName = (name: string): boolean =>
  wordsOf(name).length >= 2 && !isInitials(name) && !wordsOf(name).some((word) => SUFFIX.test(word))

/**
 * Splits `Asha Joshi, Vijay Kale and Uma Rao`. `Tolkien, J. R. R.` and `King, Jr.` stay one name: every part must be a full
 * name, or there are three or more single words.
 */
export function peopleIn(cell: string): string[] {
  const parts = cell
    .split(/[,،]\s+/)
    .flatMap((part, index, all) =>
      all.length > 1 && index === all.length - 1
        ? part.replace(/^(?:and|&|आणि|व)\s+/iu, '').split(/\s+(?:and|&|आणि|व)\s+/iu)
        : [part],
    )
  const names = parts.map((part) => part.trim()).filter(Boolean)
  if (names.length < 2) return [cell]
  const areFull = names.every(isFullName)
  const areWords =
    names.length >= 3 && names.every((name) => wordsOf(name).length === 1 && !isInitials(name) && !SUFFIX.test(name))
  return areFull || areWords ? names : [cell]
}
