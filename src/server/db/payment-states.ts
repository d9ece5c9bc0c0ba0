/** SQL: an attempt `a` is held and may still pay its order. One whose payment has paid another order brought nothing. */
const IS_HELD = `a.state = 'held' and a.held_for is distinct from 'usedElsewhere'`

/** SQL: the money of an attempt `a` may still come, or somebody has to decide about it. */
export const IS_OPEN_PAYMENT = `(a.state = 'pending' or (${IS_HELD}))`

/** SQL: a held payment `a` waits for somebody at the desk. */
export const AWAITS_DECISION = `${IS_HELD} and not exists (select 1 from refunds r where r.attempt_id = a.id)`
