import { describe, expect, it } from 'vitest'
import { applyRetention } from '../../../src/server/privacy/retention.ts'
import { advanceClock, makeListener } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
const DAY = 86_400
const forget = () =>
  applyRetention(shop().context, (error) => {
    throw error
  })

/** The days of retention, and the statement that inserts a row: `$1` is now, `$2` a listener. */
const ROWS: [table: string, days: number, insert: string][] = [
  ['carts', 180, `insert into carts (token, user_id, is_gift, updated_at) values ('kept', $2, false, $1)`],
  [
    'gifters',
    90,
    `insert into gifters (token_hash, email, first_name, last_name, mobile, country, state, expires_at) select 'x', 'g@x.test', 'A', 'B', '', 'IN', 'MH', $1 where $2 > 0`,
  ],
  ['known_addresses', 180, `insert into known_addresses (user_id, mark, seen_at) values ($2, 'x', $1)`],
  [
    'payment_events',
    90,
    `insert into payment_events (gateway, fingerprint, verdict, body, received_at) select 'payu', 'x', 'unknown', 'x', $1 where $2 > 0`,
  ],
  [
    'notifications',
    365,
    `insert into notifications (kind, translations, user_id, created_at) values ('promotional_notification', '[]', $2, $1)`,
  ],
  [
    'operator_actions',
    2_922,
    `insert into operator_actions (done_at, who, action, target) select $1, 'x', 'x', 'x' where $2 > 0`,
  ],
]

describe('[OP-3] retention', () => {
  it.each(ROWS)('%s are deleted after %d days', async (table, days, insert) => {
    const { db, clock } = shop()
    clock.now = new Date('2026-11-21T06:00:00Z')
    const userId = await makeListener(shop(), `${table}@x.test`)
    const left = async () => (await db.query(`select 1 from ${table}`)).length
    await db.query(insert, [clock.now, userId])
    advanceClock(shop(), days * DAY - 60)
    await forget()
    const before = await left()
    advanceClock(shop(), 120)
    await forget()
    expect([before, await left()]).toEqual([1, 0])
  })

  it('notifications for everybody stay', async () => {
    await shop().db.query(
      `insert into notifications (kind, translations, created_at) values ('promotional_notification', '[]', '2020-01-01')`,
    )
    await forget()
    expect(await shop().db.query('select 1 from notifications')).toHaveLength(1)
  })
})
