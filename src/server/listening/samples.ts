import { EDITION, findStoredEdition, type EditionColumns } from '../audio/editions.ts'
import type { AppContext } from '../context.ts'

/** Signs only files that the catalog lists as samples: the client names a row, never a file. */
export async function signSample(
  context: Pick<AppContext, 'db' | 'media' | 'signer' | 'now'>,
  mapUrl: string,
): Promise<{ signed_url: string; expires_at: number; has_text: boolean } | undefined> {
  const [row] = await context.db.query<EditionColumns & { has_text: boolean }>(
    `select ${EDITION.columns}, exists (select from transcripts x where x.product_id = s.product_id and x.sample = s.position) as has_text from samples s join products p on p.id = s.product_id
      join media_files m on m.id = s.audio_id ${EDITION.joins} where s.map_url = $1 and p.status = 'published'`,
    [mapUrl],
    'sample',
  )
  if (!row) return undefined
  const { path } = await findStoredEdition(context, row, 'full')
  const { address, expiresAt } = context.signer.sign(path, context.now().getTime())
  return { signed_url: address, expires_at: expiresAt, has_text: row.has_text }
}
