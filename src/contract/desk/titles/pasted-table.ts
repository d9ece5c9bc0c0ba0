/** Rows and cells of text that a spreadsheet copies: tabs between cells, quotes around cells with line breaks. */
export function readPasted(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const end = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '')
  const pattern = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/gy
  for (let found = pattern.exec(end); found; found = pattern.exec(end)) {
    const [, quoted, plain = '', stop] = found
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (stop === '\t') continue
    rows.push(row)
    row = []
    if (stop === '') break
  }
  return rows
}
