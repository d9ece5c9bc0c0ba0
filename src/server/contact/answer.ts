import type { Locale } from '#contract/text/locale.ts'
import { longDate } from '#i18n/format.ts'
import { noteAction } from '../audit/audit-log.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Failure } from '../runtime/failure.ts'
import type { Contact } from './contacts.ts'

type Reply = { who: string; body: string; sent_at: string }
export type Letter = Contact & { replies: Reply[] }

const REPLIES = `coalesce((select jsonb_agg(jsonb_build_object('who', r.who, 'body', r.body, 'sent_at', r.sent_at) order by r.id) from contact_replies r where r.contact_id = c.id), '[]') as replies`

/** Letters by a part of name, address, number or text. */
export async function searchLetters(
  { db }: Pick<AppContext, 'db'>,
  { text, filter }: { text: string; filter: 'open' | 'done' | 'all' },
  slice: Slice,
): Promise<Paged<Letter>> {
  return pageOf<Letter>(
    db,
    `select c.*, ${REPLIES} from contacts c where position(lower($1) in lower(concat_ws(' ', c.first_name, c.last_name, c.email, c.mobile, c.comments))) > 0
       and ($2 = 'all' or ($2 = 'done') = (c.done_at is not null))`,
    slice,
    [text.trim(), filter],
  )
}

async function letterOf(inner: Db, id: number): Promise<Letter | undefined> {
  const [letter] = await inner.query<Letter>(`select c.*, ${REPLIES} from contacts c where c.id = $1`, [id])
  return letter
}

/** Marks a letter as done, or opens it again. */
export async function setLetterDone(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  id: number,
  isDone: boolean,
  who: string,
): Promise<Letter | undefined> {
  return db.transaction(async (inner) => {
    const changed = await inner.query(
      'update contacts set done_at = case when $2 then coalesce(done_at, $3) end where id = $1 returning 1',
      [id, isDone, now()],
    )
    if (changed.length > 0) await noteAction(inner, now(), isDone ? 'done' : 'open', `letter ${id}`, {}, who)
    return letterOf(inner, id)
  })
}

type Answer = { text: string; locale: Locale; replies: number; isDone: boolean }

/** Mails an answer. `replies`: how many were seen; with another number somebody has answered meanwhile, and nothing is sent. */
export async function answerLetter(
  context: Pick<AppContext, 'db' | 'now' | 'encryption' | 'wake'>,
  id: number,
  { text, locale, replies, isDone }: Answer,
  who: string,
): Promise<Letter | Failure<'notFound' | 'changedMeanwhile'>> {
  const answered = await context.db.transaction(async (inner) => {
    await inner.query('select 1 from contacts where id = $1 for update', [id])
    const letter = await letterOf(inner, id)
    if (!letter) return { fault: 'notFound' } as const
    if (letter.replies.length !== replies) return { fault: 'changedMeanwhile' } as const
    const now = context.now()
    await inner.query('insert into contact_replies (contact_id, who, body, sent_at) values ($1, $2, $3, $4)', [
      id,
      who,
      text,
      now,
    ])
    if (isDone) await inner.query('update contacts set done_at = coalesce(done_at, $2) where id = $1', [id, now])
    const day = longDate(letter.created_at.toISOString(), locale)
    const values = { text, day, message: letter.comments }
    await enqueue(inner, context, { kind: 'mail', letter: { name: 'letterReply', to: letter.email, locale, values } })
    await noteAction(inner, now, 'answer', `letter ${id}`, {}, who)
    return (await letterOf(inner, id)) ?? ({ fault: 'notFound' } as const)
  })
  context.wake()
  return answered
}
