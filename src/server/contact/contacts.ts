import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import { worldPhone } from '#contract/fields/phone.ts'
import type { AppContext } from '../context.ts'
import { LOCKS } from '../db/locks.ts'
import type { Row } from '../db/row.ts'
import type { contacts } from '../db/schema/contact.ts'
import { noteAction } from '../audit/audit-log.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'
import { spendProof } from '../adapters/captcha/spend-proof.ts'

/**
 * Stores a message of the contact form. The endpoint has sanitised its text. The same message within an hour is stored once: its
 * sender got no reply to the first and tried again.
 */
export async function storeContact(
  { db, captcha, now }: Pick<AppContext, 'db' | 'captcha' | 'now'>,
  message: InputOf<typeof endpoints.contactUs>,
): Promise<'stored' | 'humanCheck' | 'mobile'> {
  const mobile = worldPhone(message.mobile, 'IN')
  if (!mobile) return 'mobile'
  return db.transaction(async (inner) => {
    if (!(await spendProof(inner, captcha, message.altcha ?? '', now()))) return 'humanCheck'
    const { type, first_name, last_name, email, comments } = message
    // One after the other: two of the same moment would not see each other.
    await inner.query('select pg_advisory_xact_lock($1)', [LOCKS.contacts])
    await inner.query(
      `insert into contacts (type, first_name, last_name, email, mobile, comments, created_at)
       select $1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::timestamptz
       where not exists (select 1 from contacts c where c.created_at > $7::timestamptz - interval '1 hour'
         and (c.type, c.first_name, c.last_name, lower(c.email), c.mobile, c.comments) = ($1, $2, $3, lower($4), $5, $6))`,
      [type, first_name, last_name, email, mobile, comments, now()],
    )
    return 'stored'
  })
}

export type Contact = Row<typeof contacts>

/** Newest first. */
export async function listContacts(
  { db }: Pick<AppContext, 'db'>,
  slice: Slice,
): Promise<Paged<Omit<Contact, 'comments'>>> {
  return pageOf(db, 'select id, created_at, type, first_name, last_name, email, mobile from contacts', slice)
}

export async function contactOf({ db }: Pick<AppContext, 'db'>, id: number): Promise<Contact | undefined> {
  const [contact] = await db.query<Contact>('select * from contacts where id = $1', [id])
  return contact
}

/** For answered messages: personal data is stored no longer than needed. */
export async function removeContact({ db, now }: Pick<AppContext, 'db' | 'now'>, id: number): Promise<boolean> {
  return db.transaction(async (inner) => {
    const removed = await inner.query('delete from contacts where id = $1 returning 1', [id])
    if (removed.length > 0) await noteAction(inner, now(), 'remove', `letter ${id}`)
    return removed.length > 0
  })
}
