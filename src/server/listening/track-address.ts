import { titleOfUrl } from '#contract/listening.ts'
import type { Holder } from '../adapters/media/signature.ts'
import type { AppContext } from '../context.ts'
import { mayListen, rightsOf } from './entitlements.ts'

type Given = Pick<AppContext, 'db' | 'signer' | 'now'>
export type Signed = { address: string; expiresAt: number }

/** Signs a track of a title that the listener may hear. The caller names rows, never files; whatever else it names gets nothing (case 51). */
export async function signTrack(
  context: Given,
  userId: number,
  { url, key }: { url: string; key: string },
): Promise<Signed | undefined> {
  const productId = titleOfUrl(url)
  if (productId === undefined || !(await mayListen(context, userId, productId))) return undefined
  const [track] = await context.db.query<{ id: number; path: string }>(
    'select t.id, m.path from tracks t join media_files m on m.id = t.audio_id where t.product_id = $1 and t.key = $2',
    [productId, key],
    'track to sign',
  )
  if (!track) return undefined
  const at = context.now()
  await context.db.query(
    'insert into listening_positions (user_id, track_id, product_id, opened_at) values ($1, $2, $3, $4) on conflict do nothing',
    [userId, track.id, productId, at],
    'opened',
  )
  return context.signer.sign(track.path, at.getTime(), { listener: userId, track: track.id })
}

/** Signs a track to be kept for listening without a network: of a free title only, because purchases and plans may end where nobody can look. */
export async function signToKeep(
  context: Given,
  userId: number,
  wanted: { url: string; key: string },
): Promise<Signed | undefined> {
  const productId = titleOfUrl(wanted.url)
  const right = productId === undefined ? undefined : (await rightsOf(context, userId, [productId])).get(productId)
  return right?.isFree ? signTrack(context, userId, wanted) : undefined
}

/** Whether the right that an address stands for is still there: plans end, purchases are paid back, accounts are deleted. */
export async function stillMayListen(
  context: Pick<AppContext, 'db' | 'now'>,
  { listener, track }: Holder,
): Promise<boolean> {
  const [row] = await context.db.query<{ product_id: number }>(
    'select t.product_id from tracks t where t.id = $2 and exists (select 1 from users where id = $1)',
    [listener, track],
    'track of address',
  )
  return row !== undefined && (await mayListen(context, listener, row.product_id)) === true
}
