import type { AppContext } from '../context.ts'
import { hashOf } from '../accounts/sessions.ts'

/** Whom a token for giving belongs to. It opens a gift cart and its order, never an account (case 49). */
export async function gifterOf(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  token: string,
): Promise<number | undefined> {
  const [row] = await db.query<{ id: number }>('select id from gifters where token_hash = $1 and expires_at > $2', [
    hashOf(token),
    now(),
  ])
  return row?.id
}
