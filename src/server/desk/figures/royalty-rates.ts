import { rateOn, type Rate } from '#contract/desk/royalties.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { StoredTranslations } from '../../db/schema/columns.ts'
import type { Failure } from '../../runtime/failure.ts'
import { namesOf } from '../orders/order-reply.ts'

type StoredRate = Omit<Rate, 'names'> & { translations: StoredTranslations }

const RATE = `select p.id as person, p.translations, coalesce(r.sale_rate, 0) as sale_rate, coalesce(r.thousand_minutes, 0) as thousand_minutes,
  coalesce(r.version, 0) as version,
  (select coalesce(jsonb_agg(jsonb_build_object('from', c.from_day, 'sale_rate', c.sale_rate, 'thousand_minutes', c.thousand_minutes) order by c.from_day), '[]')
   from royalty_rate_changes c where c.person_id = p.id) as changes
  from people p left join royalty_rates r on r.person_id = p.id`

const rateReply = ({ translations, ...rate }: StoredRate): Rate => ({
  ...rate,
  names: namesOf({ translations, isPlan: false }),
})

/** Everybody who wrote a title, with the rates; 0 where none is set. */
export async function royaltyRates(db: Db): Promise<Rate[]> {
  const rows = await db.query<StoredRate>(
    `${RATE} where exists (select 1 from product_people a where a.person_id = p.id and a.role = 'author') or r.person_id is not null order by p.name, p.id`,
  )
  return rows.map(rateReply)
}

type Dependencies = Pick<AppContext, 'db' | 'now'>
type Place = Pick<Rate, 'person' | 'version'> & { from: string | null }
type Changed = Promise<Rate | Failure<'notFound' | 'changedMeanwhile'>>

/** With another version somebody has set the rates meanwhile: the fields of the failure are what stands now. */
export function setRoyaltyRate(
  context: Dependencies,
  { sale_rate, thousand_minutes, ...place }: Place & Pick<Rate, 'sale_rate' | 'thousand_minutes'>,
  who: string,
): Changed {
  const { person, from } = place
  return changeRates(context, place, { sale_rate, thousand_minutes }, who, async (db) => {
    const values = [person, sale_rate, thousand_minutes]
    if (from === null)
      return db.query('update royalty_rates set sale_rate = $2, thousand_minutes = $3 where person_id = $1', values)
    return db.query(
      `insert into royalty_rate_changes (person_id, sale_rate, thousand_minutes, from_day) values ($1, $2, $3, $4)
       on conflict (person_id, from_day) do update set sale_rate = $2, thousand_minutes = $3`,
      [...values, from],
    )
  })
}

/** The rates before this day hold on. */
export function removeRoyaltyRate(context: Dependencies, place: Place & { from: string }, who: string): Changed {
  return changeRates(context, place, { removed: place.from }, who, (db) =>
    db.query('delete from royalty_rate_changes where person_id = $1 and from_day = $2', [place.person, place.from]),
  )
}

async function changeRates(
  { db, now }: Dependencies,
  { person, from, version }: Place,
  details: { sale_rate: number; thousand_minutes: number } | { removed: string },
  who: string,
  change: (db: Db) => Promise<unknown>,
): Changed {
  return db.transaction(async (inner) => {
    await inner.query('select 1 from people where id = $1 for update', [person])
    const [before] = await inner.query<StoredRate>(`${RATE} where p.id = $1`, [person])
    if (!before) return { fault: 'notFound' } as const
    const { from: _, ...held } = rateOn(before, from ?? '')
    if (before.version !== version) {
      const { sale_rate: sale, thousand_minutes: minutes } = held
      const fields = { sale_rate: String(sale), thousand_minutes: String(minutes), version: String(before.version) }
      return { fault: 'changedMeanwhile', fields } as const
    }
    await inner.query(
      `insert into royalty_rates (person_id, sale_rate, thousand_minutes, version, updated_at) values ($1, 0, 0, 1, $2)
       on conflict (person_id) do update set version = royalty_rates.version + 1, updated_at = $2`,
      [person, now()],
    )
    await change(inner)
    const noted = { ...(from !== null && { starts: from }), ...details, before: held }
    await noteAction(inner, now(), 'royalty', `person ${person}`, noted, who)
    const [after] = await inner.query<StoredRate>(`${RATE} where p.id = $1`, [person])
    return after ? rateReply(after) : ({ fault: 'notFound' } as const)
  })
}
