import type { Db } from '../../db/connect.ts'
import { batchLoader } from '../../runtime/batch-loader.ts'
import { createMemory } from './cache.ts'
import { loadCards } from '../titles.ts'

/** Cards are small as text, and most are on the pages of ten others. */
const MAX_CARDS = 20_000

/** Cards of published titles as JSON in UTF-8, in the order of their ids. */
export type CardTexts = (revision: string, ids: readonly number[]) => Promise<{ id: number; text: Buffer }[]>

/**
 * Loads cards as JSON and remembers them until the catalog changes: writing text with Devanagari letters as JSON costs more than
 * reading it from the database.
 */
export function createCardTexts(db: Db): CardTexts {
  const load = batchLoader(async (ids) => (await Promise.all(halves(ids).map((some) => loadCards(db, some)))).flat())
  const remember = createMemory<Buffer | undefined>(MAX_CARDS)

  async function textOf(id: number): Promise<Buffer | undefined> {
    const [card] = await load([id])
    return card && Buffer.from(JSON.stringify(card))
  }
  return async (revision, ids) => {
    const texts = await Promise.all(ids.map((id) => remember(revision, String(id), () => textOf(id))))
    return texts.flatMap((text, at) => (text ? [{ id: ids[at] ?? 0, text }] : []))
  }
}

/** From this many ids on, two connections share the work: a search shows hundreds of cards. */
const MANY = 30
const halves = (ids: number[]): number[][] => {
  const middle = ids.length < MANY ? ids.length : Math.ceil(ids.length / 2)
  return [ids.slice(0, middle), ids.slice(middle)]
}

const COMMA = Buffer.from(',')

/** The inside of a JSON list. */
export const joinTexts = (texts: readonly Buffer[]): Buffer[] =>
  texts.flatMap((text, at) => (at === 0 ? [text] : [COMMA, text]))
