import type { endpoints } from '#contract/endpoints.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { Db } from '../db/connect.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import type { Failure } from '../runtime/failure.ts'
import { completionOfTitle } from '../listening/progress.ts'

type Exercise = Omit<ReplyOf<typeof endpoints.courseExercise>, 'status'>

/** C8: at exactly 100 percent, and not before. */
export async function openExercise(
  db: Db,
  userId: number,
  id: number,
): Promise<Exercise | Failure<'notComplete' | 'notFound'>> {
  const [row] = await db.query<{ translations: StoredTranslations }>(
    `select translations from products where id = $1 and audio_type = 'languagelab' and status = 'published'`,
    [id],
  )
  const texts = Object.entries(row?.translations ?? {}).flatMap(([locale, { exercise }]) =>
    exercise ? [[locale, { exercise }] as const] : [],
  )
  if (texts.length === 0) return { fault: 'notFound' }
  if ((await completionOfTitle(db, userId, id)) !== 100) return { fault: 'notComplete' }
  return { custom_translation: Object.fromEntries(texts) }
}
