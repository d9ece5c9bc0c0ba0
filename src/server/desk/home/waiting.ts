import { WAITING, WAITING_KINDS, type Waiting } from '#contract/desk/home.ts'
import type { Role } from '#contract/desk/staff/roles.ts'
import type { Db } from '../../db/connect.ts'
import { UNSENT_JOBS } from '../../jobs/unsent-jobs.ts'
import { GAP_CONDITIONS } from '../../operations/catalog-report.ts'
import { AWAITS_DECISION } from '../../db/payment-states.ts'

/** A cover that the shop drew is a choice, and nothing that waits. */
const { cover: _cover, ...GAPS } = GAP_CONDITIONS

/** Each as a part of one query. */
const COUNTS: Record<Waiting, string> = {
  // As publishing/ reads it: the last round failed, and none has succeeded since.
  failedPublication: `select count(*) from shop_state where key = 'publications' and jsonb_typeof(value->'failure') = 'object'`,
  heldPayments: `select count(*) from payment_attempts a where ${AWAITS_DECISION}`,
  failedMails: `select count(*) from ${UNSENT_JOBS} jobs where failed_at is not null`,
  letters: 'select count(*) from contacts where done_at is null',
  reviews: `select count(*) from reviews where key is null and status = 'waiting'`,
  auditions: 'select count(*) from auditions where decision is null',
  failedRecordings: `select count(*) from audio_editions e where state = 'failed'
    and exists (select from current_tracks t where t.audio_id = e.media_id)`,
  scheduledTitles: `select count(*) from products where withheld = 'scheduled'`,
  incompleteTitles: `select count(*) from products p where p.status = 'published' and (${Object.values(GAPS)
    .map((condition) => `(${condition})`)
    .join(' or ')})`,
}

/** Counts of what waits for a person of this role; what nothing waits of is left out. */
export async function waitingFor(db: Db, role: Role): Promise<{ kind: Waiting; count: number }[]> {
  const kinds = WAITING_KINDS.filter((kind) => WAITING[kind].some((one) => one === role))
  if (kinds.length === 0) return []
  const [counts] = await db.query<Partial<Record<Waiting, number>>>(
    `select ${kinds.map((kind) => `(${COUNTS[kind]})::int as "${kind}"`).join(', ')}`,
  )
  return kinds.map((kind) => ({ kind, count: counts?.[kind] ?? 0 })).filter(({ count }) => count > 0)
}
