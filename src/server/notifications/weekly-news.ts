import { timingSafeEqual } from 'node:crypto'
import type { Locale } from '#contract/text/locale.ts'
import { pathToTitle } from '#i18n/paths.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { LOCKS } from '../db/locks.ts'
import type { Row } from '../db/row.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import type { weeklyNews } from '../db/schema/listening/notifications.ts'
import type { MailItem } from '../jobs/mail-layout.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Failure } from '../runtime/failure.ts'

type Dependencies = Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake' | 'siteUrl'>
type Due = Pick<Row<typeof weeklyNews>, 'user_id' | 'sent_at'> & { locale: Locale; address: string }

const PURPOSE = 'weeklyNews'
const MAX_PER_RUN = 200
const MAX_ITEMS = 20
/** SQL: the week of a row of `weekly_news` is over at $1. */
export const IS_WEEK_OVER = `sent_at <= $1::timestamptz - interval '7 days'`

/** The page's language is the language of the mail. */
export async function setWeeklyNews(
  { db, now }: Dependencies,
  userId: number,
  isWanted: boolean,
  locale: Locale,
): Promise<{ status: true } | Failure<'noAddress'>> {
  if (!isWanted) {
    await db.query('delete from weekly_news where user_id = $1', [userId])
    return { status: true }
  }
  const saved = await db.query(
    `insert into weekly_news (user_id, locale, sent_at)
      select id, $2, $3 from users where id = $1 and coalesce(email, contact_email) <> ''
      on conflict (user_id) do update set locale = excluded.locale returning user_id`,
    [userId, locale, now()],
  )
  return saved.length > 0 ? { status: true } : { fault: 'noAddress' }
}

/** Ends nothing else, so it has no date: a mail of last year still stops this one, while the key of its time is known. */
export const weeklyToken = ({ encryption }: Pick<AppContext, 'encryption'>, userId: number): string =>
  `${userId}.${encryption.hmac(PURPOSE, String(userId)).toString('base64url')}`

export async function endWeeklyNews(
  { db, encryption }: Pick<AppContext, 'db' | 'encryption'>,
  token: string,
): Promise<{ status: true } | Failure<'linkExpired'>> {
  const [, id = '', signature = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  const sent = Buffer.from(signature, 'base64url')
  const isOurs = encryption.hmacs(PURPOSE, id).some((one) => one.length === sent.length && timingSafeEqual(one, sent))
  if (!isOurs) return { fault: 'linkExpired' }
  await db.query('delete from weekly_news where user_id = $1', [Number(id)])
  return { status: true }
}

/**
 * Sends the mails whose week is over. A week in which nothing came is over too. Each listener is taken by one process, and the
 * mail is queued in the transaction that begins the next week: never two. How many were sent.
 */
export async function sendWeeklyNews(context: Dependencies): Promise<number> {
  const [isDue] = await context.db.query(`select 1 from weekly_news where ${IS_WEEK_OVER} limit 1`, [context.now()])
  if (!isDue) return 0
  const count = await context.db.transaction(async (inner) => {
    // Announcements take their time and are stored under this lock: none from before `at` appears after the week was read.
    await inner.query('select pg_advisory_xact_lock_shared($1)', [LOCKS.catalog])
    const at = context.now()
    const due = await inner.query<Due>(
      `select w.user_id, w.sent_at, w.locale, coalesce(u.email, u.contact_email) as address
        from weekly_news w join users u on u.id = w.user_id
        where ${IS_WEEK_OVER} order by w.sent_at limit ${MAX_PER_RUN} for update of w skip locked`,
      [at],
    )
    let sent = 0
    for (const one of due) sent += (await sendOne(inner, context, one, at)) ? 1 : 0
    await inner.query('update weekly_news set sent_at = $2 where user_id = any($1)', [
      due.map(({ user_id }) => user_id),
      at,
    ])
    return sent
  })
  if (count > 0) context.wake()
  return count
}

async function sendOne(
  inner: Db,
  context: Dependencies,
  { user_id, sent_at, locale, address }: Due,
  at: Date,
): Promise<boolean> {
  const items = address ? await newsOf(inner, context, { user_id, sent_at, locale }, at) : []
  if (items.length === 0) return false
  const token = weeklyToken(context, user_id)
  await enqueue(inner, context, {
    kind: 'mail',
    letter: { name: 'weeklyNews', to: address, locale, items, unsubscribe: token },
  })
  return true
}

type Found = { id: number; slug: string; audio_type: string; name: string; translations: StoredTranslations }

/** The messages to followers of the week that ends at this moment: what they were told of the people and serials that they follow. */
async function newsOf(
  inner: Db,
  { siteUrl }: Dependencies,
  { user_id, sent_at, locale }: Omit<Due, 'address'>,
  at: Date,
): Promise<MailItem[]> {
  const found = await inner.query<Found>(
    `select p.id, p.slug, p.audio_type, p.name, n.translations from notifications n join products p on p.id = n.product_id
      where n.user_id = $1 and n.created_at >= $2 and n.created_at < $3 and n.key like '%/user/' || $1 and p.status = 'published'
      order by n.id desc limit ${MAX_ITEMS}`,
    [user_id, sent_at, at],
  )
  return found.map(({ id, slug, audio_type, name, translations }) => {
    return {
      name: (translations[locale] ?? translations.en ?? translations.mr)?.name ?? name,
      link: siteUrl + pathToTitle(locale, { id, slug, type: audio_type }),
    }
  })
}
