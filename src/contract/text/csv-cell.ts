/** A spreadsheet calculates a cell that begins with one of these, also behind white space or as a wide letter. */
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－﹣＠])/

/** A text for a cell that no spreadsheet calculates: with an apostrophe where it would. */
export const plainCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** The text of which `plainCell` made this cell. */
export const textOfCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
