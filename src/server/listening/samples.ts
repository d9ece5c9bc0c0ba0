import { findEdition } from '../audio/editions.ts'
import type { AppContext } from '../context.ts'

/** Signs only files that the catalog lists as samples: the client names a row, never a file. */
export async function signSample(
  context: Pick<AppContext, 'db' | 'signer' | 'now'>,
  mapUrl: string,
): Promise<{ signed_url: string; expires_at: number } | undefined> {
  const [row] = await context.db.query<{ audio: number; as_recorded: boolean }>(
    `select s.audio_id as audio, p.as_recorded from samples s join products p on p.id = s.product_id
     where s.map_url = $1 and p.status = 'published'`,
    [mapUrl],
    'sample',
  )
  const found =
    row && (await findEdition(context.db, { mediaId: row.audio, asRecorded: row.as_recorded, edition: 'full' }))
  if (!found) return undefined
  const { address, expiresAt } = context.signer.sign(found.path, context.now().getTime())
  return { signed_url: address, expires_at: expiresAt }
}
