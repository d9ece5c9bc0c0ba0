import type { TitleRow } from '#contract/import.ts'
import type { StoredTitle } from '../stored/titles.ts'

const INDIA_AHEAD_MS = 330 * 60_000
/** The day in India, where the shop is. */
export const dayInIndia = (now: Date): string => new Date(now.getTime() + INDIA_AHEAD_MS).toISOString().slice(0, 10)

/** What the operator hides stays hidden, and what an editor deleted stays in the trash. */
export function showing({ draft, published }: TitleRow, stored: StoredTitle | undefined, now: Date) {
  const unshown = stored?.withheld === 'hidden' || stored?.withheld === 'trash' ? stored.withheld : undefined
  const withheld = unshown ?? (draft ? 'draft' : published > dayInIndia(now) ? 'scheduled' : null)
  return { withheld, status: withheld ? 'unpublished' : 'published' } as const
}
