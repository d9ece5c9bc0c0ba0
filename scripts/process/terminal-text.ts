/** All control characters but tab and line break; the marks that turn the direction of a text; line separators. */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Texts of customers must not move the cursor, change colours, or write other lines than they have. The form is that of JSON. */
export const terminalText = (text: string): string =>
  text.replace(UNSAFE, (character) => String.raw`\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)
