import type { Signer } from '../adapters/media/signature.ts'
import type { Db } from '../db/connect.ts'

/** Signs only what the catalog calls a sample: the caller names a row, never a file. */
export async function signSample(
  context: { db: Db; signer: Signer; now: () => Date },
  mapUrl: string,
): Promise<{ signed_url: string; expires_at: number } | undefined> {
  const [row] = await context.db.query<{ path: string }>(
    `select m.path from samples s join media_files m on m.id = s.audio_id join products p on p.id = s.product_id
     where s.map_url = $1 and p.status = 'published'`,
    [mapUrl],
    'sample',
  )
  if (!row) return undefined
  const { address, expiresAt } = context.signer.sign(row.path, context.now().getTime())
  return { signed_url: address, expires_at: expiresAt }
}
