import type { DeskNotification, NotificationForm } from '#contract/desk/notifications.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { sendPlanned } from '../../notifications/planned.ts'
import type { Failure } from '../../runtime/failure.ts'

type Dependencies = Pick<AppContext, 'db' | 'now'>
type Lists = { sent: DeskNotification[]; planned: DeskNotification[]; listeners: number }
type NotificationRow = Omit<DeskNotification, 'at'> & { at: Date }

const WORDS = ['en', 'mr']
  .map(
    (locale) => `coalesce(n.translations->'${locale}'->>'name', '') as title_${locale},
  coalesce(n.translations->'${locale}'->>'description', '') as body_${locale}`,
  )
  .join(', ')
const PRODUCT = `(select coalesce(p.translations->'en'->>'name', p.translations->'mr'->>'name') from products p where p.id = n.product_id) as product`
const SHOWN = 50

const serialized = (rows: NotificationRow[]): DeskNotification[] =>
  rows.map((row) => ({ ...row, at: row.at.toISOString() }))

/** The newest that went to everybody, and those that wait. */
export async function notificationLists({ db }: Pick<AppContext, 'db'>): Promise<Lists> {
  const sent = await db.query<NotificationRow>(
    `select n.id, n.kind, ${WORDS}, ${PRODUCT}, n.created_at as at,
       (select count(*) from notification_reads r where r.read_to >= n.id) as read_by
     from notifications n where n.user_id is null order by n.id desc limit $1`,
    [SHOWN],
  )
  const planned = await db.query<NotificationRow>(
    `select n.id, n.kind, ${WORDS}, ${PRODUCT}, n.due_at as at, 0 as read_by from planned_notifications n order by n.due_at, n.id`,
  )
  const [count] = await db.query<{ listeners: number }>('select count(*) as listeners from users')
  return { sent: serialized(sent), planned: serialized(planned), listeners: count?.listeners ?? 0 }
}

/** Sends to everybody: at once, or at its time. */
export async function sendNotification(
  context: Dependencies,
  form: NotificationForm,
  staff: string,
): Promise<Lists | Failure<'notFound' | 'past'>> {
  const now = context.now()
  const due = form.send_at ? new Date(form.send_at) : now
  if (Number.isNaN(due.getTime()) || due < now) return { fault: 'past' }
  const isSaved = await context.db.transaction(async (inner) => {
    if (form.product_id !== null && !(await isShown(inner, form.product_id))) return false
    const [row] = await inner.query<{ id: number }>(
      `insert into planned_notifications (kind, translations, product_id, due_at, created_at)
       values ('promotional_notification', $1, $2, $3, $4) returning id`,
      [JSON.stringify(translationsOf(form)), form.product_id, due, now],
    )
    await noteAction(
      inner,
      now,
      form.send_at ? 'plan' : 'send',
      `notification ${row?.id}`,
      { at: due.toISOString() },
      staff,
    )
    if (!form.send_at) await sendPlanned({ db: inner, now: () => now })
    return true
  })
  return isSaved ? notificationLists(context) : { fault: 'notFound' }
}

const isShown = async (inner: Db, id: number): Promise<boolean> =>
  (await inner.query(`select 1 from products where id = $1 and status = 'published'`, [id])).length > 0

function translationsOf({ title_en, title_mr, body_en, body_mr }: NotificationForm) {
  const words = (name: string, description: string) => ({ name, ...(description && { description }) })
  return { ...(title_en && { en: words(title_en, body_en) }), ...(title_mr && { mr: words(title_mr, body_mr) }) }
}

/** A notification that was sent cannot be taken back: listeners may have read it. */
export async function cancelNotification(
  { db, now }: Dependencies,
  id: number,
  staff: string,
): Promise<Lists | Failure<'notFound'>> {
  const isGone = await db.transaction(async (inner) => {
    const rows = await inner.query('delete from planned_notifications where id = $1 returning 1', [id])
    if (rows.length > 0) await noteAction(inner, now(), 'cancel', `notification ${id}`, {}, staff)
    return rows.length > 0
  })
  return isGone ? notificationLists({ db }) : { fault: 'notFound' }
}
