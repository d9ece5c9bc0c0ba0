/**
 * A measurement and its budget. A text has no verdict. `peer`: what another program needs for the same. `growth`: the size of
 * the catalog at which the figure was measured, for the plot.
 */
export type Row = {
  what: string
  measured: number | string
  unit?: string
  must?: number
  aim?: number
  least?: boolean
  peer?: string
  growth?: { of: string; titles: number }
}
/** `usesDemo`: works in the folder of the demo, which one process at a time may use. */
export type Bench = { name: string; run(words: string[]): Promise<Row[]>; usesDemo?: boolean }

export function verdict({ measured, must, aim, least = false }: Row): string {
  if (typeof measured !== 'number' || must === undefined) return ''
  const keeps = (limit: number) => (least ? measured >= limit : measured <= limit)
  if (!keeps(must)) return 'OVER'
  return aim === undefined || keeps(aim) ? 'ok' : 'ok, over the aim'
}

const shown = (value: number | string | undefined, unit = '') => {
  if (value === undefined) return '–'
  if (typeof value === 'string') return value
  return `${Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))}${unit && ` ${unit}`}`
}

export function printTable(title: string, rows: Row[]): void {
  const lines = rows.map((row) => [
    row.what,
    shown(row.measured, row.unit),
    shown(row.must),
    shown(row.aim),
    verdict(row),
    row.peer ?? '',
  ])
  const all = [['what', 'measured', 'must', 'aim', 'verdict', 'peers'], ...lines]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => (line[column] ?? '').length))) ?? []
  console.log(`\n${title}`)
  for (const line of all)
    console.log(`  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
}

export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const median = (values: number[]): number => quantile(values, 0.5)
