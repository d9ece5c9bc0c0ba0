import type { endpoints, InputOf } from '#contract/index.ts'
import type { World } from '../world.ts'
import { spendProof } from './human.ts'

type Letter = InputOf<typeof endpoints.contactUs>

/** Keeps a letter to the shop; the row has cleaned its text. */
export async function keepContact({ db, human, now }: Pick<World, 'db' | 'human' | 'now'>, letter: Letter): Promise<'kept' | 'humanCheck'> {
  return db.transaction(async (inner) => {
    if (!(await spendProof(inner, human, letter.altcha ?? '', now()))) return 'humanCheck'
    const { type, first_name, last_name, email, mobile, comments } = letter
    await inner.query('insert into contacts (type, first_name, last_name, email, mobile, comments, created_at) values ($1, $2, $3, $4, $5, $6, $7)', [
      type,
      first_name,
      last_name,
      email,
      mobile,
      comments,
      now(),
    ])
    return 'kept'
  })
}
