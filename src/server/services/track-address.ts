import { titleOfUrl } from '#contract/index.ts'
import type { Holder } from '../adapters/media/signature.ts'
import type { World } from '../world.ts'
import { mayListen, rightsOf } from './access.ts'

type Given = Pick<World, 'db' | 'signer' | 'now'>
export type Signed = { address: string; expiresAt: number }

/** Signs a track of a title that the listener may hear. The caller names rows, never files; whatever else it names gets nothing (case 51). */
export async function signTrack(world: Given, userId: number, { url, key }: { url: string; key: string }): Promise<Signed | undefined> {
  const productId = titleOfUrl(url)
  if (productId === undefined || !(await mayListen(world, userId, productId))) return undefined
  const [track] = await world.db.query<{ id: number; path: string }>(
    'select t.id, m.path from tracks t join media_files m on m.id = t.audio_id where t.product_id = $1 and t.key = $2',
    [productId, key],
    'track to sign',
  )
  if (!track) return undefined
  const at = world.now()
  await world.db.query(
    'insert into listening_positions (user_id, track_id, product_id, opened_at) values ($1, $2, $3, $4) on conflict do nothing',
    [userId, track.id, productId, at],
    'opened',
  )
  return world.signer.sign(track.path, at.getTime(), { listener: userId, track: track.id })
}

/** Signs a track to be kept for listening without a network: of a free title only, because purchases and plans may end where nobody can look. */
export async function signToKeep(world: Given, userId: number, wanted: { url: string; key: string }): Promise<Signed | undefined> {
  const productId = titleOfUrl(wanted.url)
  const right = productId === undefined ? undefined : (await rightsOf(world, userId, [productId])).get(productId)
  return right?.isFree ? signTrack(world, userId, wanted) : undefined
}

/** Whether the right that an address stands for is still there: plans end, purchases are paid back, accounts are deleted. */
export async function stillMayListen(world: Pick<World, 'db' | 'now'>, { listener, track }: Holder): Promise<boolean> {
  const [row] = await world.db.query<{ product_id: number }>(
    'select t.product_id from tracks t where t.id = $2 and exists (select 1 from users where id = $1)',
    [listener, track],
    'track of address',
  )
  return row !== undefined && (await mayListen(world, listener, row.product_id)) === true
}
