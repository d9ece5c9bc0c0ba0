import type { endpoints } from '#contract/endpoints.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { AppContext } from '../context.ts'
import { noteAction } from '../audit/audit-log.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'
import { spendProof } from '../adapters/captcha/spend-proof.ts'

type Letter = InputOf<typeof endpoints.contactUs>

/** Keeps a letter to the shop; the row has cleaned its text. */
export async function keepContact(
  { db, human, now }: Pick<AppContext, 'db' | 'human' | 'now'>,
  letter: Letter,
): Promise<'kept' | 'humanCheck'> {
  return db.transaction(async (inner) => {
    if (!(await spendProof(inner, human, letter.altcha ?? '', now()))) return 'humanCheck'
    const { type, first_name, last_name, email, mobile, comments } = letter
    await inner.query(
      'insert into contacts (type, first_name, last_name, email, mobile, comments, created_at) values ($1, $2, $3, $4, $5, $6, $7)',
      [type, first_name, last_name, email, mobile, comments, now()],
    )
    return 'kept'
  })
}

export type Contact = {
  id: number
  created_at: Date
  type: string
  first_name: string
  last_name: string
  email: string
  mobile: string
  comments: string
}

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

/** Answered, or nothing to be answered: what somebody wrote is kept no longer than it is needed. */
export async function removeContact({ db, now }: Pick<AppContext, 'db' | 'now'>, id: number): Promise<boolean> {
  return db.transaction(async (inner) => {
    const gone = await inner.query('delete from contacts where id = $1 returning 1', [id])
    if (gone.length > 0) await noteAction(inner, now(), 'remove', `letter ${id}`)
    return gone.length > 0
  })
}
