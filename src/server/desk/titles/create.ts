import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import type { TitleRow } from '#contract/import/import.ts'
import { plainLine } from '#contract/text/plain-text.ts'
import type { StaffCaller } from '../../http/staff.ts'
import { keyOf } from '../../import/source/keys.ts'
import { importablePlain } from '../../import/stored/texts.ts'
import { saveTitles } from '../../import/titles/save-titles.ts'
import { dayInIndia } from '#contract/time/day.ts'
import type { Failure } from '../../runtime/failure.ts'
import { freeKey } from './free-key.ts'
import { inCatalog } from '../in-catalog.ts'
import { remember, type TitleContext } from './save.ts'

type NewTitle = InputOf<typeof endpoints.deskCreateTitle>

/** Types whose titles get new episodes. */
const RECURRING = new Set(['podcast'])

/** Starts a title with a name alone: a draft, of which no page and no listener knows. */
export async function createTitle(
  context: TitleContext,
  staff: StaffCaller,
  { type, spoken, name: typed }: NewTitle,
): Promise<{ id: number; key: string } | Failure<'nameNeeded'>> {
  const name = plainLine(typed)
  if (!name) return { fault: 'nameNeeded', fields: { name: 'required' } }
  return inCatalog(context, async (inner) => {
    const key = await freeKey(inner, 'products', keyOf(name))
    const row: TitleRow = {
      ...EMPTY,
      key,
      type,
      spoken,
      translations: { [spoken]: { name: importablePlain(name) } },
      recurring: RECURRING.has(type),
      published: dayInIndia(context.now()),
      draft: true,
    }
    const own = { db: inner, media: context.media, now: context.now() }
    const { after } = await saveTitles(own, [{ row, shown: { status: 'unpublished', withheld: 'draft' } }])
    const saved = after.get(key)
    if (!saved) throw new Error(`the title ${key} was not written`)
    await remember(inner, own.now, staff, 'create title', undefined, saved)
    return { id: saved.id, key }
  })
}

const EMPTY = {
  authors: [],
  directors: [],
  artists: [],
  categories: [],
  isFree: false,
  subscriptionOnly: false,
  purchaseOnly: false,
  family: false,
  priceInr: 0,
  priceUsd: 0,
  shelves: [],
  samples: [],
  tracks: [],
  reviews: [],
} satisfies Partial<TitleRow>
