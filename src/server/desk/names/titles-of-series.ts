import { rowOfTitle } from '../../import/stored/titles.ts'
import { saveTitles, storedTitlesOf } from '../../import/titles/save-titles.ts'

/** Titles are found by the name of their series, so they are written with it. */
export async function writeTitlesOf(own: Parameters<typeof saveTitles>[0], series: readonly string[]): Promise<void> {
  const keys = await own.db.query<{ key: string }>(
    'select p.key from products p join series s on s.id = p.series_id where s.key = any($1)',
    [series],
  )
  const titles = await storedTitlesOf(
    own.db,
    keys.map(({ key }) => key),
  )
  await saveTitles(
    own,
    [...titles.values()].map((title) => {
      const { status, withheld } = title
      return { row: rowOfTitle(title), shown: { status, withheld } }
    }),
  )
}
