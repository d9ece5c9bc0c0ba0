import type { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { products } from '../db/schema/catalog/catalog.ts'
import type { Failure } from '../runtime/failure.ts'
import { isOpenTo } from '../catalog/offer-columns.ts'
import { completionOfTitle } from '../listening/title-progress.ts'

type Exercise = Omit<ReplyOf<typeof endpoints.courseExercise>, 'status'>

/** Returns the exercise of a course that the listener has completed to 100 percent. */
export async function openExercise(
  db: Db,
  userId: number,
  id: number,
): Promise<Exercise | Failure<'notComplete' | 'notFound'>> {
  const [row] = await db.query<Pick<Row<typeof products>, 'translations'>>(
    `select p.translations from products p where p.id = $1 and p.audio_type = 'languagelab' and ${isOpenTo('$2')}`,
    [id, userId],
  )
  const texts = Object.entries(row?.translations ?? {}).flatMap(([locale, { exercise }]) =>
    exercise ? [[locale, { exercise }] as const] : [],
  )
  if (texts.length === 0) return { fault: 'notFound' }
  if ((await completionOfTitle(db, userId, id)) !== 100) return { fault: 'notComplete' }
  return { custom_translation: Object.fromEntries(texts) }
}
