import type { CatalogFault } from '../../src/server/import/source/fault.ts'
import type { TitleChange } from '../../src/server/import/stored/changes.ts'

/** So many messages of one kind are shown; the rest is counted. */
const SHOWN = 5

type Message = { kind: string; text: string }

/** Shows the first messages of each kind and counts the others. `end` tells the counts. */
export function createSummed(line: (text: string) => void) {
  const counts = new Map<string, { count: number; text: string }>()

  return {
    show({ kind, text }: Message): void {
      const count = (counts.get(kind)?.count ?? 0) + 1
      counts.set(kind, { count, text })
      if (count <= SHOWN) line(text)
    },
    end(): void {
      for (const { count, text } of counts.values())
        if (count > SHOWN)
          line(`       … and ${(count - SHOWN).toLocaleString('en-IN')} more like "${kindShown(text)}"`)
    },
  }
}

const MAX_SHOWN = 90
const kindShown = (text: string): string =>
  text.trim().length > MAX_SHOWN ? `${text.trim().slice(0, MAX_SHOWN)}…` : text.trim()

/** Faults with the same field and reason are of one kind, whatever row they are in. */
export const kindOfFault = ({ kind, field, reason, isWarning }: CatalogFault): string =>
  [isWarning ? 'note' : 'fault', kind, field.replace(/\.\d+/g, ''), reason].join(' ')

const isLoss = ({ before, after }: TitleChange['fields'][number]): boolean =>
  before !== undefined && (after === undefined || Number(after) < Number(before))

/** `CHANGE titles.csv line 3 (key): priceInr 199 → 249; LOST description.mr "…"` */
export function sentenceOfChange({ file, line, key, isNew, isGone, fields }: TitleChange): string {
  const location = [file, line > 0 && `line ${line}`, `(${key})`].filter(Boolean).join(' ')
  if (isNew) return `NEW  ${location}`
  if (isGone) return `GONE  ${location}: --replace takes it from the shop, because the table does not name it`
  return `CHANGE  ${location}: ${fields.map(fieldText).join('; ')}`
}

function fieldText(change: TitleChange['fields'][number]): string {
  const { field, before, after } = change
  if (before === undefined) return `${field} "${after}" is added`
  if (after === undefined) return `LOST ${field} "${before}"`
  // Prices are numbers too, but a lower one is no loss.
  const isShrunk = isLoss(change) && /^(?:tracks|samples|reviews)$/.test(field)
  return `${isShrunk ? 'LOST some ' : ''}${field} ${before} → ${after}`
}

export const hasLoss = ({ fields }: TitleChange): boolean =>
  fields.some(({ before, after }) => before !== undefined && after === undefined)
