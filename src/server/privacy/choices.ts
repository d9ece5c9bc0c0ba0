import { CHOICES, NOTICE_VERSION, type Choice, type PrivacyChoices } from '#contract/privacy.ts'
import type { Caller, ClientInfo } from '../http/register-endpoint.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { privacyReceipts, users } from '../db/schema/accounts.ts'
import type { AppContext } from '../context.ts'
import { removePicture } from '../accounts/pictures/profile-picture.ts'
import { addNoticeReceipts, noteProfileDetails } from '../accounts/privacy-receipts.ts'
import { setNewsletter } from '../accounts/profile.ts'

type Dependencies = Pick<AppContext, 'db' | 'now' | 'media'>
type State = Record<Choice, boolean> & { is_new: boolean }
type ReceiptRow = Pick<
  Row<typeof privacyReceipts>,
  'id' | 'purpose' | 'notice' | 'language' | 'is_given' | 'created_at'
> & { purpose: PrivacyChoices['receipts'][number]['purpose'] }
type Reply = { data: PrivacyChoices }

const MAX_RECEIPTS = 200

/** What the listener consented to now, and the receipts, newest first [RT-1]. */
export async function choicesOf({ db }: { db: Db }, userId: number): Promise<Reply> {
  const state = await stateOf(db, userId)
  const receipts = await db.query<ReceiptRow>(
    'select id, purpose, notice, language, is_given, created_at from privacy_receipts where user_id = $1 order by id desc limit $2',
    [userId, MAX_RECEIPTS],
  )
  const { is_new, newsletter, profileDetails } = state
  return {
    data: {
      is_new,
      choices: { newsletter, profileDetails },
      receipts: receipts.map(({ created_at, ...receipt }) => ({ ...receipt, date_created: created_at.toISOString() })),
    },
  }
}

/** New until a receipt of this version exists for a purpose that every account has. */
async function stateOf(db: Db, userId: number): Promise<State> {
  const [state] = await db.query<State>(
    `select u.newsletter, u.gender is not null or u.birth_date is not null or u.picture is not null as "profileDetails",
       not exists (select 1 from privacy_receipts r where r.user_id = u.id and r.notice = $2 and r.purpose = 'account') as is_new
     from users u where u.id = $1`,
    [userId, NOTICE_VERSION],
  )
  return state ?? { is_new: false, newsletter: false, profileDetails: false }
}

export async function setChoice(
  context: Dependencies,
  { userId }: Caller,
  { purpose, is_given }: { purpose: Choice; is_given: boolean },
  { locale }: ClientInfo,
): Promise<Reply> {
  if (purpose === 'newsletter') await setNewsletter(context, userId, is_given, locale)
  else if (!is_given) await removeProfileDetails(context, { userId, locale, now: context.now() })
  return choicesOf(context, userId)
}

async function removeProfileDetails(context: Dependencies, shown: Parameters<typeof noteProfileDetails>[1]) {
  await removePicture(context, shown.userId, shown.locale)
  await context.db.transaction(async (inner) => {
    await inner.query('update users set gender = null, birth_date = null where id = $1', [shown.userId])
    await noteProfileDetails(inner, shown)
  })
}

/** Writes a receipt for each purpose of the present notice; a repeated call adds none. */
export async function confirmNotice(context: Dependencies, { userId }: Caller, { locale }: ClientInfo): Promise<Reply> {
  await context.db.transaction(async (inner) => {
    await inner.query<Pick<Row<typeof users>, 'id'>>('select id from users where id = $1 for update', [userId])
    const state = await stateOf(inner, userId)
    if (!state.is_new) return
    const choices = Object.fromEntries(CHOICES.map((choice) => [choice, state[choice]])) as Record<Choice, boolean>
    await addNoticeReceipts(inner, { userId, locale, now: context.now() }, choices)
  })
  return choicesOf(context, userId)
}
