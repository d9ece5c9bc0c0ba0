import { NOTICE_VERSION, PURPOSES, PURPOSE_NAMES, type Choice, type Purpose } from '#contract/privacy.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { Db } from '../db/connect.ts'

/** To whom the notice was shown, in which language and when. */
export type Shown = { userId: number; locale: Locale; now: Date }

async function addReceipts(inner: Db, { userId, locale, now }: Shown, given: [Purpose, boolean][]): Promise<void> {
  await inner.query(
    `insert into privacy_receipts (user_id, purpose, notice, language, is_given, created_at)
     select $1, purpose, $2, $3, is_given, $4 from unnest($5::text[], $6::boolean[]) as given (purpose, is_given)`,
    [userId, NOTICE_VERSION, locale, now, given.map(([purpose]) => purpose), given.map(([, isGiven]) => isGiven)],
  )
}

/** Before a new listener chose anything. */
export const NO_CHOICES: Record<Choice, boolean> = { newsletter: false, profileDetails: false }

/** The present notice was shown to the listener: a receipt for each purpose [RT-1]. */
export async function addNoticeReceipts(inner: Db, shown: Shown, choices: Record<Choice, boolean>): Promise<void> {
  await inner.query('update users set told_notice = $2 where id = $1', [shown.userId, NOTICE_VERSION])
  await addReceipts(
    inner,
    shown,
    PURPOSE_NAMES.map((purpose) => [purpose, PURPOSES[purpose] !== 'choice' || choices[purpose as Choice]]),
  )
}

/** A consent was given or taken back. */
export const addChoiceReceipt = (inner: Db, shown: Shown, choice: Choice, isGiven: boolean): Promise<void> =>
  addReceipts(inner, shown, [[choice, isGiven]])

/** Date of birth, gender or picture came or went: the receipt follows, once for each change. */
export async function noteProfileDetails(inner: Db, shown: Shown): Promise<void> {
  const [found] = await inner.query<{ has: boolean; receipted: boolean }>(
    `select u.gender is not null or u.birth_date is not null or u.picture is not null as has,
       coalesce((select r.is_given from privacy_receipts r where r.user_id = u.id and r.purpose = 'profileDetails' order by r.id desc limit 1), false) as receipted
     from users u where u.id = $1`,
    [shown.userId],
  )
  if (found && found.has !== found.receipted) await addChoiceReceipt(inner, shown, 'profileDetails', found.has)
}
