import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'

/** Puts back what the queue gave up of a title, and editions that could not be made. What plays goes on playing. False: no such title. */
export async function tryAgain(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { id, who }: { id: number; who: string },
): Promise<boolean> {
  return db.transaction(async (inner) => {
    const [title] = await inner.query<{ key: string }>('select key from products where id = $1', [id])
    if (!title) return false
    const again = `state = 'waiting', fault = null, queued_at = null, updated_at = $2`
    await inner.query(
      `update audio_editions e set ${again} where (e.state = 'failed' or e.fault is not null)
        and e.media_id in (select audio_id from tracks where product_id = $1 union select audio_id from samples where product_id = $1)`,
      [id, now()],
    )
    await inner.query(`update made_samples set ${again} where product_id = $1 and state = 'failed'`, [id, now()])
    await noteAction(inner, now(), 'sound again', title.key, {}, who)
    return true
  })
}
