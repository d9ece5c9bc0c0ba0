import type { TableColumn } from '#contract/desk/titles/title-table.ts'
import type { TitleEdit } from '#contract/desk/titles/title-edit.ts'
import { plainLine } from '#contract/text/plain-text.ts'
import type { StoredTitle } from '../../import/stored/titles.ts'
import { dateOf } from '../../import/tables/dates.ts'
import { dollars, rupees } from '../../import/tables/money.ts'
import { stateOf } from './title-state.ts'

/** What a cell changes of a title; a string is the fault of the cell. */
export function readCell(
  column: TableColumn,
  text: string,
  title: StoredTitle,
  today: string,
): Partial<TitleEdit> | string {
  if (column === 'priceInr' || column === 'priceUsd') return readPrice(column, text)
  if (column === 'published') return readDay(text, title, today)
  const locale = column === 'nameEn' ? 'en' : 'mr'
  const name = plainLine(text)
  if (name) return { translations: { [locale]: { ...title.translations[locale], name } } }
  const isLast = !title.translations[locale === 'en' ? 'mr' : 'en']
  if (!title.translations[locale]) return {}
  // An empty cell would take the texts of a language away.
  return isLast ? 'required' : 'nameNeeded'
}

function readPrice(column: 'priceInr' | 'priceUsd', text: string): Partial<TitleEdit> | string {
  if (text.trim() === '') return { [column]: 0 }
  const reading = column === 'priceInr' ? rupees(text) : dollars(text)
  if (!('value' in reading) || typeof reading.value !== 'number') return 'money'
  // A cell that was typed or pasted here is mended here.
  return reading.note ?? { [column]: reading.value }
}

function readDay(text: string, title: StoredTitle, today: string): Partial<TitleEdit> | string {
  const published = dateOf(text)
  if (!published) return 'date'
  return stateOf(title) === 'shown' && published > today ? 'future' : { published }
}

/** As somebody may paste it again. */
export function textOfCell(column: TableColumn, { translations, priceInr, priceUsd, published }: TitleEdit): string {
  const texts: Record<TableColumn, string> = {
    nameEn: translations.en?.name ?? '',
    nameMr: translations.mr?.name ?? '',
    priceInr: (priceInr / 100).toFixed(2),
    priceUsd: (priceUsd / 100).toFixed(2),
    published,
  }
  return texts[column]
}
