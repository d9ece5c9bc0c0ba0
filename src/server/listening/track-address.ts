import type { Edition } from '#contract/listening/editions.ts'
import { titleOfUrl } from '#contract/listening/listening.ts'
import { EDITION, findStoredEdition, type EditionColumns, type FoundEdition } from '../audio/editions.ts'
import type { Holder } from '../adapters/media/signature.ts'
import type { Row } from '../db/row.ts'
import type { tracks } from '../db/schema/catalog/catalog.ts'
import type { AppContext } from '../context.ts'
import { mayListen } from './entitlements.ts'

type SigningContext = Pick<AppContext, 'db' | 'media' | 'signer' | 'now'>
type SignedAddress = { address: string; expiresAt: number }
type SignedTrack = SignedAddress & Pick<FoundEdition, 'edition' | 'bytes'>
type Asked = { url: string; key: string; edition?: Edition | undefined }
type FoundTrack = Pick<Row<typeof tracks>, 'id'> & EditionColumns

/** Signs a track of a title that the listener may play; otherwise undefined. The client names rows, never files (attack case 51). */
export async function signTrack(
  context: SigningContext,
  userId: number,
  { url, key, edition = 'full' }: Asked,
): Promise<SignedTrack | undefined> {
  const productId = titleOfUrl(url)
  if (productId === undefined || !(await mayListen(context, userId, productId))) return undefined
  const [track] = await context.db.query<FoundTrack>(
    `select t.id, ${EDITION.columns} from current_tracks t join products p on p.id = t.product_id
      join media_files m on m.id = t.audio_id ${EDITION.joins} where t.product_id = $1 and t.key = $2`,
    [productId, key],
    'track to sign',
  )
  if (!track) return undefined
  const found = await findStoredEdition(context, track, edition)
  const at = context.now()
  await context.db.query(
    'insert into listening_positions (user_id, track_id, product_id, opened_at) values ($1, $2, $3, $4) on conflict do nothing',
    [userId, track.id, productId, at],
    'opened',
  )
  const signed = context.signer.sign(found.path, at.getTime(), { listener: userId, track: track.id })
  return { ...signed, edition: found.edition, bytes: found.bytes }
}

/** Whether a track of a title that the listener may play has no sound: then no right is missing. */
export async function isSilent(
  context: Pick<AppContext, 'db' | 'now'>,
  userId: number,
  { url, key }: Asked,
): Promise<boolean> {
  const productId = titleOfUrl(url)
  if (productId === undefined || !(await mayListen(context, userId, productId))) return false
  const silent = await context.db.query(
    'select 1 from current_tracks where product_id = $1 and key = $2 and audio_id is null',
    [productId, key],
    'track without sound',
  )
  return silent.length > 0
}

/** Whether the listener of a signed address may still play the track: plans end, purchases are refunded, accounts are deleted. */
export async function stillMayListen(
  context: Pick<AppContext, 'db' | 'now'>,
  { listener, track }: Holder,
): Promise<boolean> {
  const [row] = await context.db.query<Pick<Row<typeof tracks>, 'product_id'>>(
    'select t.product_id from current_tracks t where t.id = $2 and exists (select 1 from users where id = $1)',
    [listener, track],
    'track of address',
  )
  return row !== undefined && (await mayListen(context, listener, row.product_id)) === true
}
