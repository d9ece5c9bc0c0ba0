import { dayInIndia } from '#contract/day.ts'
import type { TitleRow } from '#contract/import.ts'
import type { StoredTitle } from '../stored/titles.ts'

/** What the operator hides stays hidden. */
export function showing({ draft, published }: TitleRow, stored: StoredTitle | undefined, now: Date) {
  const isHidden = stored?.withheld === 'hidden'
  const withheld = isHidden ? 'hidden' : draft ? 'draft' : published > dayInIndia(now) ? 'scheduled' : null
  return { withheld, status: withheld ? 'unpublished' : 'published' } as const
}
