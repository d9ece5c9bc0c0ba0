import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import { momentOf, takeChange, type StoredMark } from '#contract/library/mark-merge.ts'
import { MAX_MARKS, type Mark, type MarkChange, type MarkFault } from '#contract/library/marks.ts'
import { mayListen } from '../listening/entitlements.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { marks } from '../db/schema/listening/library.ts'
import type { Failure } from '../runtime/failure.ts'
import { markedTitles } from './marked-titles.ts'

type Dependencies = Pick<AppContext, 'db' | 'now'>
type Reply = Omit<ReplyOf<typeof endpoints.syncMarks>, 'status'>
type Refused = Reply['refused']
type MarkRow = Omit<Row<typeof marks>, 'user_id' | 'state'>
type Checked = { stored: Map<string, StoredMark>; changed: Map<string, StoredMark>; refused: Refused }

const COLUMNS = 'id, product_id, track_id, seconds, until, note, is_deleted, changed_at, versions'

const storedOf = ({ changed_at: at, ...row }: MarkRow): StoredMark => ({ ...row, changed_at: at.getTime() })

/** Takes the changes of a device and answers with all marks of the listener, unless the device has them already. */
export async function syncMarks(
  context: Dependencies,
  userId: number,
  { changes, known, sent_at: sentAt }: InputOf<typeof endpoints.syncMarks>,
): Promise<Reply | Failure<'signedOut'>> {
  return context.db.transaction(async (inner) => {
    if (changes.length > 0) {
      // Under the lock of the listener: devices come one after the other. The account may have been erased meanwhile.
      const users = await inner.query('select 1 from users where id = $1 for update', [userId])
      if (users.length === 0) return { fault: 'signedOut' }
    }
    const refused = await takeChanges({ db: inner, now: context.now }, userId, changes, sentAt)
    const state = await stateOf(inner, userId)
    if (state === known) return { state, marks: null, titles: [], refused }
    const rows = await inner.query<MarkRow>(
      `select ${COLUMNS} from marks where user_id = $1 and not is_deleted order by product_id, track_id, seconds, id`,
      [userId],
    )
    return { state, marks: rows.map(serialize), titles: await markedTitles(inner, userId), refused }
  })
}

function serialize({ id, product_id, track_id, seconds, until, note, versions, changed_at: at }: MarkRow): Mark {
  return { id, product_id, track_id, seconds, until, note, version: versions[0] ?? '', changed_at: at.getTime() }
}

async function stateOf(db: Db, userId: number): Promise<number> {
  const [row] = await db.query<{ state: number }>(
    'select coalesce(max(state), 0) as state from marks where user_id = $1',
    [userId],
  )
  return row?.state ?? 0
}

async function takeChanges(
  context: Dependencies,
  userId: number,
  changes: readonly MarkChange[],
  sentAt: number,
): Promise<Refused> {
  if (changes.length === 0) return []
  const rows = await context.db.query<MarkRow>(
    `select ${COLUMNS} from marks where user_id = $1 and id = any($2::uuid[])`,
    [userId, changes.map(({ id }) => id)],
  )
  const now = context.now().getTime()
  const stored = new Map(rows.map((row) => [row.id, storedOf(row)]))
  const checked: Checked = { stored, changed: new Map(), refused: [] }
  const faultOf = await createCheck(context, userId, changes, { stored, now, sentAt })
  let count = await countOf(context.db, userId)
  // Deletions first: they make room for what was added in the same exchange.
  for (const change of changes.toSorted((one, other) => Number(other.is_deleted) - Number(one.is_deleted))) {
    const before = checked.changed.get(change.id) ?? stored.get(change.id)
    const after = takeChange(before, change, momentOf(change.changed_at, sentAt, now))
    const isAdded = !after.is_deleted && (before?.is_deleted ?? true)
    const isRemoved = after.is_deleted && before?.is_deleted === false
    const fault = faultOf(change, before) ?? (isAdded && count >= MAX_MARKS ? 'tooManyMarks' : undefined)
    if (fault) checked.refused.push({ id: change.id, fault })
    else if (after !== before) {
      checked.changed.set(change.id, after)
      count += Number(isAdded) - Number(isRemoved)
    }
  }
  await save(context.db, userId, [...checked.changed.values()])
  return checked.refused
}

async function countOf(db: Db, userId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int as count from marks where user_id = $1 and not is_deleted',
    [userId],
  )
  return row?.count ?? 0
}

type Check = (change: MarkChange, before: StoredMark | undefined) => MarkFault | undefined
type Known = { stored: ReadonlyMap<string, StoredMark>; now: number; sentAt: number }

/** What is marked anew must be a track that the listener may hear; a note about what they heard once stays theirs. */
async function createCheck(
  context: Dependencies,
  userId: number,
  changes: readonly MarkChange[],
  { stored, now, sentAt }: Known,
): Promise<Check> {
  const added = changes.filter(({ id }) => !stored.has(id))
  const tracks = await tracksOf(context.db, added)
  const isOpen = new Map<number, boolean>()
  for (const id of new Set(added.filter(({ is_deleted: isDeleted }) => !isDeleted).map((one) => one.product_id))) {
    // What was marked without a network is checked against the plans of that time.
    const moments = added.filter((one) => one.product_id === id).map((one) => momentOf(one.changed_at, sentAt, now))
    const at = new Date(Math.max(...moments))
    isOpen.set(
      id,
      (await mayListen(context, userId, id)) || (await mayListen({ ...context, now: () => at }, userId, id)) || false,
    )
  }
  return (change, before) => {
    const { product_id: product, track_id: track, is_deleted: isDeleted, is_new: isNew } = change
    if (!before && !isNew) return 'removed'
    if (!before && !tracks.has(`${product} ${track}`)) return 'notFound'
    if (!before && !isDeleted && !isOpen.get(product)) return 'noAccess'
    return undefined
  }
}

/** Locked, so that no import removes them before the marks are stored. */
async function tracksOf(db: Db, added: readonly MarkChange[]): Promise<Set<string>> {
  const rows = await db.query<{ id: number; product_id: number }>(
    `select t.id, t.product_id from tracks t where t.id = any($1) and t.removed_at is null for key share`,
    [added.map(({ track_id: id }) => id)],
  )
  return new Set(rows.map((row) => `${row.product_id} ${row.id}`))
}

async function save(db: Db, userId: number, changed: readonly StoredMark[]): Promise<void> {
  if (changed.length === 0) return
  const rows = changed.map((mark) => ({ ...mark, changed_at: new Date(mark.changed_at).toISOString() }))
  await db.query(
    `insert into marks (user_id, ${COLUMNS}, state)
     select $1, ${COLUMNS}, (select coalesce(max(state), 0) + 1 from marks where user_id = $1)
     from jsonb_to_recordset($2) as r(id uuid, product_id bigint, track_id bigint, seconds float8, until float8, note text,
       is_deleted boolean, changed_at timestamptz, versions uuid[])
     on conflict (user_id, id) do update set seconds = excluded.seconds, until = excluded.until, note = excluded.note,
       is_deleted = excluded.is_deleted, changed_at = excluded.changed_at, versions = excluded.versions, state = excluded.state`,
    [userId, JSON.stringify(rows)],
  )
  // As many deleted ones as there may be others, so that making and deleting fills nothing.
  await db.query(
    `delete from marks m using (select id from marks where user_id = $1 and is_deleted order by changed_at desc, id offset $2) old
      where m.user_id = $1 and m.id = old.id`,
    [userId, MAX_MARKS],
  )
}
