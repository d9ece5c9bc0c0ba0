import { NOTICE_VERSION } from '#contract/privacy.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import type { AppContext } from '../context.ts'
import type { Row } from '../db/row.ts'
import type { users } from '../db/schema/accounts.ts'
import { enqueue } from '../jobs/queue.ts'
import { notify } from '../notifications/notifications.ts'
import { messages } from '../runtime/messages.ts'

const MAX_PER_RUN = 200

type Recipient = Pick<Row<typeof users>, 'id'> & { address: string; locale: Locale }

/**
 * Tells accounts of a notice that is newer than what they were told, once: by a notification, and by mail where there is an
 * address. New accounts were shown it when they signed up. How many were told.
 */
export async function tellOfNewNotice(
  context: Pick<AppContext, 'db' | 'encryption' | 'now' | 'wake'>,
): Promise<number> {
  const count = await context.db.transaction(async (inner) => {
    const due = await inner.query<Recipient>(
      `update users u set told_notice = $1 where u.id in
         (select id from users where told_notice is distinct from $1 order by id limit ${MAX_PER_RUN} for update skip locked)
       returning u.id, coalesce(u.email, u.contact_email) as address,
         coalesce((select o.locale from orders o where o.user_id = u.id order by o.id desc limit 1), 'en') as locale`,
      [NOTICE_VERSION],
    )
    for (const { id, address, locale } of due) {
      await notify(
        { db: inner, now: context.now },
        { kind: 'promotional_notification', translations: TEXTS, userId: id },
      )
      if (address) await enqueue(inner, context, { kind: 'mail', letter: { name: 'newNotice', to: address, locale } })
    }
    return due.length
  })
  if (count > 0) context.wake()
  return count
}

const TEXTS = Object.fromEntries(
  LOCALES.map((locale) => {
    const t = messages(locale, 'notifications')
    return [locale, { name: t('announcement.newNotice'), description: t('announcement.newNoticeBody') }]
  }),
)
