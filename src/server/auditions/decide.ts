import type { Locale } from '#contract/text/locale.ts'
import { longDate } from '#i18n/format.ts'
import { noteAction } from '../audit/audit-log.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { pageOf, type Paged, type Slice } from '../db/pagination.ts'
import type { Row } from '../db/row.ts'
import type { auditions, auditionSounds } from '../db/schema/auditions.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Failure } from '../runtime/failure.ts'

type Columns = Row<typeof auditions>
type AuditionState = 'waiting' | 'accepted' | 'declined'
type Sound = Pick<Row<typeof auditionSounds>, 'state' | 'fault' | 'measurement'>
export type DecidedAudition = Columns & {
  replies: { who: string; body: string; sent_at: string }[]
  sound: Sound | null
}

const AUDITION = `select a.*, (select to_jsonb(s) from audition_sounds s where s.audition_id = a.id) as sound, coalesce((select jsonb_agg(jsonb_build_object('who', r.who, 'body', r.body, 'sent_at', r.sent_at) order by r.id)
  from audition_replies r where r.audition_id = a.id), '[]') as replies from auditions a`

/** Auditions by a part of name, address, city or project. */
export async function searchAuditions(
  { db }: Pick<AppContext, 'db'>,
  { text, filter }: { text: string; filter: AuditionState | 'all' },
  slice: Slice,
): Promise<Paged<DecidedAudition>> {
  return pageOf<DecidedAudition>(
    db,
    `${AUDITION} where position(lower($1) in lower(concat_ws(' ', a.first_name, a.last_name, a.email, a.city, a.project_name))) > 0
       and ($2 = 'all' or coalesce(a.decision, 'waiting') = $2)`,
    slice,
    [text.trim(), filter],
  )
}

async function findAudition(inner: Db, id: number): Promise<DecidedAudition | undefined> {
  const [found] = await inner.query<DecidedAudition>(`${AUDITION} where a.id = $1`, [id])
  return found
}

/** Accepts or declines an audition, or undoes that. An accepted one is not deleted after a year. */
export async function decideAudition(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  id: number,
  state: AuditionState,
  who: string,
): Promise<{ before: AuditionState; audition: DecidedAudition } | undefined> {
  return db.transaction(async (inner) => {
    const [row] = await inner.query<Pick<Columns, 'decision'>>(
      'select decision from auditions where id = $1 for update',
      [id],
    )
    if (!row) return undefined
    const before = row.decision ?? 'waiting'
    await inner.query(
      `update auditions set decision = nullif($2, 'waiting'), decided_at = case when $2 <> 'waiting' then $3::timestamptz end, is_kept = $2 = 'accepted' where id = $1`,
      [id, state, now()],
    )
    await noteAction(inner, now(), state, `audition ${id}`, { before }, who)
    const audition = await findAudition(inner, id)
    return audition && { before, audition }
  })
}

/** Mails an answer to the artist. `replies`: how many were seen. */
export async function answerAudition(
  context: Pick<AppContext, 'db' | 'now' | 'encryption' | 'wake'>,
  id: number,
  { text, locale, replies }: { text: string; locale: Locale; replies: number },
  who: string,
): Promise<DecidedAudition | Failure<'notFound' | 'changedMeanwhile'>> {
  const answered = await context.db.transaction(async (inner) => {
    await inner.query('select 1 from auditions where id = $1 for update', [id])
    const audition = await findAudition(inner, id)
    if (!audition) return { fault: 'notFound' } as const
    if (audition.replies.length !== replies) return { fault: 'changedMeanwhile' } as const
    const now = context.now()
    await inner.query('insert into audition_replies (audition_id, who, body, sent_at) values ($1, $2, $3, $4)', [
      id,
      who,
      text,
      now,
    ])
    const values = { text, day: longDate(audition.created_at.toISOString(), locale), project: audition.project_name }
    await enqueue(inner, context, {
      kind: 'mail',
      letter: { name: 'auditionReply', to: audition.email, locale, values },
    })
    await noteAction(inner, now, 'answer', `audition ${id}`, {}, who)
    return (await findAudition(inner, id)) ?? ({ fault: 'notFound' } as const)
  })
  context.wake()
  return answered
}

/** The sound of an audition for a player. The access is logged. */
export async function hearAudition(
  { db, media, now }: Pick<AppContext, 'db' | 'media' | 'now'>,
  id: number,
  who: string,
) {
  const [row] = await db.query<Pick<Columns, 'file' | 'kind'>>('select file, kind from auditions where id = $1', [id])
  const found = row && (await media.stat(row.file))
  if (!row || !found) return undefined
  await noteAction(db, now(), 'hear', `audition ${id}`, {}, who)
  return { kind: row.kind, bytes: found.bytes, stream: await media.stream(row.file) }
}
