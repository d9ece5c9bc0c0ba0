import { countryName } from '#contract/fields/countries.ts'
import type { Locale } from '#contract/text/locale.ts'
import { formatDateTime } from '#i18n/format-date-time.ts'
import { ZONE } from '#i18n/format.ts'
import type { AppContext } from '../../context.ts'
import type { ClientInfo } from '../../http/register-endpoint.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { TemplateName } from '../../jobs/mail-templates.ts'
import type { Db } from '../../db/connect.ts'
import { messages } from '../../runtime/messages.ts'

type Dependencies = Pick<AppContext, 'encryption' | 'now'> & { db: Db }
type Event = { name: TemplateName; client: ClientInfo; values?: Record<string, string> }

/**
 * Tells the owner of an account what happened to it, where and when. In the language that they chose last, because the page that
 * did it may be somebody else's. Nothing is sent to an account without an address.
 */
export async function mailOwner(context: Dependencies, userId: number, { name, client, values }: Event): Promise<void> {
  const [owner] = await context.db.query<{ address: string; locale: Locale | null }>(
    `select coalesce(u.email, u.contact_email) as address,
      (select r.language from privacy_receipts r where r.user_id = u.id order by r.id desc limit 1) as locale
      from users u where u.id = $1`,
    [userId],
  )
  if (!owner?.address) return
  const locale = owner.locale ?? client.locale
  await enqueue(context.db, context, {
    kind: 'mail',
    letter: { name, to: owner.address, locale, values: { where: whereOf(context, client, locale), ...values } },
  })
}

/** `Chrome, Android · India · 21 November, 11:30`, in the time of India, which the text names. */
function whereOf({ now }: Dependencies, { browser, country }: ClientInfo, locale: Locale): string {
  const t = messages(locale, 'mail')
  const { day, time } = formatDateTime(now().getTime(), locale, ZONE)
  const place = country && countryName(country, locale)
  return [browser || t('devices.unknown'), place, t('devices.when', { day, time })].filter(Boolean).join(' · ')
}
