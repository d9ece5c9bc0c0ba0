import type { Db } from '../../db/connect.ts'

const IS_TRACK_OF_TITLE = `exists (select from current_tracks t where t.product_id = m.product_id and t.audio_id = m.source_id)`
const HAS_OWN = `exists (select from samples own where own.product_id = m.product_id and not own.is_made)`

/**
 * Brings the samples that the shop makes in line with the titles, after their tracks, their own samples or what is known of their
 * sound have changed. Call it in the transaction of the change. One that was cut from a recording which is no longer in its title
 * is heard by nobody from then on.
 */
export async function settleSamplesOf(inner: Db, titles: readonly number[]): Promise<void> {
  await inner.query(
    `delete from samples s where s.product_id = any($1) and s.is_made
      and not exists (select from made_samples m where m.product_id = s.product_id and ${IS_TRACK_OF_TITLE} and not ${HAS_OWN})`,
    [titles],
  )
  await inner.query(
    `delete from made_samples m where m.product_id = any($1) and m.source_id is not null and not ${IS_TRACK_OF_TITLE}`,
    [titles],
  )
  // Not before all recordings are measured: the first one is to be heard. One that waits is queued again: its job may have ended
  // in vain while the publisher had a sample of their own.
  await inner.query(
    `insert into made_samples as made (product_id)
      select p.id from products p where p.id = any($1) and not exists (select from samples s where s.product_id = p.id)
        and exists (select from current_tracks t join audio_editions e on e.media_id = t.audio_id and e.state = 'ready' where t.product_id = p.id)
        and not exists (select from current_tracks t join audio_editions e on e.media_id = t.audio_id and e.state = 'waiting' where t.product_id = p.id)
      order by p.id
      on conflict (product_id) do update set state = 'waiting', queued_at = null,
          fault = case when made.state = 'waiting' then made.fault end
        where made.state in ('ready', 'waiting') or made.fault = 'tooShort'`,
    [titles],
  )
}
