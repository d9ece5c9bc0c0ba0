import { hash } from 'node:crypto'
import type { TitleRow } from '#contract/import/import.ts'
import type { TitleState } from '#contract/desk/titles/title-edit.ts'
import { rowOfTitle, type StoredTitle } from '../../import/stored/titles.ts'

/** A title as the history remembers it: the row that imports it again, and how it is shown. */
export type RememberedTitle = { row: TitleRow; status: StoredTitle['status']; withheld: StoredTitle['withheld'] }

export const stateOf = ({ status, withheld }: Pick<StoredTitle, 'status' | 'withheld'>): TitleState =>
  status === 'published' ? 'shown' : (withheld ?? 'removed')

/** Somebody can hear it: a track without sound is a name alone. */
export const hasRecording = ({ tracks }: Pick<StoredTitle, 'tracks'>): boolean =>
  tracks.some(({ path }) => path !== null)

export const rememberedOf = (title: StoredTitle): RememberedTitle => ({
  row: rowOfTitle(title),
  status: title.status,
  withheld: title.withheld,
})

/** The same title gives the same version in every process, and any change another one. */
export const versionOf = (titles: readonly StoredTitle[]): string =>
  hash('sha256', JSON.stringify(titles.map(rememberedOf)), 'base64url').slice(0, 22)

type Prices = Pick<StoredTitle, 'price_inr' | 'price_usd'>
type Changed = { from: number; to: number } | undefined
/** What changed of the prices of a title, for the audit log; a new title has changed none. */
export function priceChanges(
  before: Prices | undefined,
  after: Prices,
): Partial<Record<'priceInr' | 'priceUsd', Changed>> {
  const of = (name: keyof Prices): Changed =>
    before && before[name] !== after[name] ? { from: before[name], to: after[name] } : undefined
  return { priceInr: of('price_inr'), priceUsd: of('price_usd') }
}

/** The name in the language in which it is spoken, for lists and the audit log. */
export function labelOf({ translations, spoken }: Pick<StoredTitle, 'translations' | 'spoken'>): string {
  return (translations[spoken] ?? translations.en ?? translations.mr)?.name ?? ''
}
