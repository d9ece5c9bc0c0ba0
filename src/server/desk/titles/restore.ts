import type { Restorer } from '../history/restorer.ts'
import { saveTitles, storedTitlesOf } from '../../import/titles/save-titles.ts'
import { drawCoverOf } from './drawn-cover.ts'
import { rememberedOf, type RememberedTitle } from './title-state.ts'

type Remembered = Record<string, RememberedTitle | null>

/** Titles as they were, one or many. One that did not exist goes to the trash. */
export const titleRestorer: Restorer = {
  roles: ['editor'],
  async read({ db }, { after }) {
    const keys = Object.keys(after as Remembered)
    const stored = await storedTitlesOf(db, keys)
    return Object.fromEntries(
      keys.map((key) => {
        const title = stored.get(key)
        return [key, title ? rememberedOf(title) : null]
      }),
    )
  },
  async write({ db, media, now }, { before }) {
    const own = { db, media, now: now() }
    const states = Object.entries(before as Remembered)
    const back = states.flatMap(([, state]) => state ?? [])
    if (back.length > 0) {
      const { after } = await saveTitles(
        own,
        back.map(({ row, status, withheld }) => ({ row, shown: { status, withheld } })),
      )
      for (const title of after.values()) await drawCoverOf(own, title)
    }
    const created = states.flatMap(([key, state]) => (state ? [] : [key]))
    await db.query(
      `update products set status = 'unpublished', withheld = 'trash', digest = '', updated_at = $2 where key = any($1)`,
      [created, own.now],
    )
  },
}
