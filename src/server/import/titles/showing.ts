import { dayInIndia } from '#contract/time/day.ts'
import type { TitleRow } from '#contract/import/import.ts'
import type { StoredTitle } from '../stored/titles.ts'

/** What the operator hides stays hidden, and what an editor deleted stays in the trash. */
export function showing({ draft, published }: TitleRow, stored: StoredTitle | undefined, now: Date) {
  const unshown = stored?.withheld === 'hidden' || stored?.withheld === 'trash' ? stored.withheld : undefined
  const withheld = unshown ?? (draft ? 'draft' : published > dayInIndia(now) ? 'scheduled' : null)
  return { withheld, status: withheld ? 'unpublished' : 'published' } as const
}
