import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { ClientInfo } from '../../http/register-endpoint.ts'
import { deleteOldestDevices } from '../devices.ts'
import { mailOwner } from './mail-owner.ts'

type Dependencies = Pick<AppContext, 'encryption' | 'now'> & { db: Db }

/**
 * Notes the device of a sign-in, and tells the owner by mail when the account was never open on it. The first device of an
 * account is no news. Inside the transaction of the sign-in: of two sign-ins at once on a new device one is told.
 */
export async function noteSignInDevice(
  context: Dependencies,
  userId: number,
  { client, deviceId }: { client: ClientInfo; deviceId: string | undefined },
): Promise<void> {
  const at = context.now()
  const [{ has_others } = { has_others: false }] = await context.db.query<{ has_others: boolean }>(
    'select exists (select 1 from devices where user_id = $1) as has_others',
    [userId],
  )
  const [device] = await context.db.query<{ is_new: boolean }>(
    `insert into devices (device_id, user_id, name, type, registration_id, token, created_at, seen_at)
      values ($1, $2, 'browser', 'web', '', '', $3, $3)
      on conflict (device_id, user_id) do update set seen_at = excluded.seen_at returning xmax = 0 as is_new`,
    [deviceId || nameOf(context, client), userId, at],
  )
  if (!device?.is_new || !has_others) return
  await deleteOldestDevices(context.db, userId)
  await mailOwner(context, userId, { name: 'newDevice', client })
}

/** Pages of an earlier release, and browsers that store nothing, send no id: then the kind of browser stands for it. */
const nameOf = ({ encryption }: Dependencies, { browser = '', country = '' }: ClientInfo): string =>
  encryption.hmac('device', `${browser} ${country}`).toString('base64url')
