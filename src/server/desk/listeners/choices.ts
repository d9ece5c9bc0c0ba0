import type { Db } from '../../db/connect.ts'
import type { StoredTranslations } from '../../db/schema/columns.ts'
import { namesOf } from '../orders/order-reply.ts'

type Choice = { id: number; translations: StoredTranslations }
const MOST = 20

/** What a listener can be given. */
export async function giftChoices(db: Db, text: string) {
  const [titles, plans] = await Promise.all([
    db.query<Choice>(
      `select id, translations from products where status = 'published'
         and position(lower($1) in lower(concat_ws(' ', name, key, translations->'en'->>'name', translations->'mr'->>'name'))) > 0
       order by name, id limit $2`,
      [text.trim(), MOST],
    ),
    db.query<Choice & { days: number }>('select id, translations, duration_days as days from plans order by id'),
  ])
  return {
    titles: titles.map(({ id, translations }) => ({ id, names: namesOf({ translations, isPlan: false }) })),
    plans: plans.map(({ id, translations, days }) => ({ id, days, names: namesOf({ translations, isPlan: true }) })),
  }
}
