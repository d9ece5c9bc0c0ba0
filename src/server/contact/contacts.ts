import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import { worldPhone } from '#contract/fields/phone.ts'
import type { AppContext } from '../context.ts'
import type { Row } from '../db/row.ts'
import type { contacts } from '../db/schema/contact.ts'
import { noteAction } from '../audit/audit-log.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'
import { spendProof } from '../adapters/captcha/spend-proof.ts'

/** Stores a message of the contact form. The endpoint has sanitised its text. */
export async function storeContact(
  { db, captcha, now }: Pick<AppContext, 'db' | 'captcha' | 'now'>,
  message: InputOf<typeof endpoints.contactUs>,
): Promise<'stored' | 'humanCheck' | 'mobile'> {
  const mobile = worldPhone(message.mobile, 'IN')
  if (!mobile) return 'mobile'
  return db.transaction(async (inner) => {
    if (!(await spendProof(inner, captcha, message.altcha ?? '', now()))) return 'humanCheck'
    const { type, first_name, last_name, email, comments } = message
    await inner.query(
      'insert into contacts (type, first_name, last_name, email, mobile, comments, created_at) values ($1, $2, $3, $4, $5, $6, $7)',
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
