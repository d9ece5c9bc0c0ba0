import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { orders, sealedBuyers } from '../db/schema/orders/orders.ts'
import type { AppContext } from '../context.ts'
import { noteAction } from '../audit/audit-log.ts'

type Buyer = Pick<Row<typeof orders>, 'email' | 'first_name' | 'last_name' | 'mobile'>

/** Takes the buyer out of the paid orders of an account that is being erased. Only the law still needs the names. */
export async function sealBuyers(
  inner: Db,
  userId: number,
  { encryption, now }: Pick<AppContext, 'encryption' | 'now'>,
): Promise<void> {
  const paid = await inner.query<Buyer & { id: number }>(
    `select id, email, first_name, last_name, mobile from orders where user_id = $1 and paid_at is not null and email <> '' for update`,
    [userId],
  )
  for (const { id, ...buyer } of paid)
    await inner.query(
      'insert into sealed_buyers (order_id, sealed, sealed_at) values ($1, $2, $3) on conflict (order_id) do nothing',
      [id, encryption.encrypt(JSON.stringify(buyer)), now()],
    )
  await inner.query(`update orders set email = '', first_name = '', last_name = '', mobile = '' where id = any($1)`, [
    paid.map(({ id }) => id),
  ])
}

/** For an authority that asks, with the reason in the audit log. Undefined: the order has no sealed buyer. */
export async function openSealedBuyer(
  { db, encryption, now }: Pick<AppContext, 'db' | 'encryption' | 'now'>,
  order: string,
  reason: string,
): Promise<Buyer | undefined> {
  return db.transaction(async (inner) => {
    const [row] = await inner.query<Pick<Row<typeof sealedBuyers>, 'order_id' | 'sealed'>>(
      'select s.order_id, s.sealed from sealed_buyers s join orders o on o.id = s.order_id where o.token = $1 or o.id::text = $1',
      [order],
    )
    if (!row) return undefined
    await noteAction(inner, now(), 'unseal', `order ${row.order_id}`, { reason })
    return JSON.parse(encryption.decrypt(row.sealed)) as Buyer
  })
}
