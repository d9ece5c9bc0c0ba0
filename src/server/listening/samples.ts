import { EDITION, findStoredEdition, type EditionColumns } from '../audio/editions.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { sampleSignedUrl } from '#contract/listening/listening.ts'
import type { AppContext } from '../context.ts'

type Facts = Pick<ReplyOf<typeof sampleSignedUrl>['data'], 'has_text' | 'part'>

/**
 * Cut by the shop from a track, or the recording of a track itself. While another place waits to be cut, the old sample is heard,
 * and nobody knows where it was.
 */
const PART = `(select jsonb_build_object('track_id', t.id, 'starts', coalesce(m.starts, 0), 'ends', coalesce(m.ends, s.seconds))
  from current_tracks t
    left join made_samples m on s.is_made and m.state = 'ready' and m.product_id = t.product_id and m.source_id = t.audio_id
  where t.product_id = s.product_id and (m.source_id is not null or t.audio_id = s.audio_id) order by t.position limit 1)`

/** Signs only files that the catalog lists as samples: the client names a row, never a file. */
export async function signSample(
  context: Pick<AppContext, 'db' | 'media' | 'signer' | 'now'>,
  mapUrl: string,
): Promise<ReplyOf<typeof sampleSignedUrl>['data'] | undefined> {
  const [row] = await context.db.query<EditionColumns & Facts>(
    `select ${EDITION.columns}, exists (select from transcripts x where x.product_id = s.product_id and x.sample = s.position) as has_text, ${PART} as part from samples s join products p on p.id = s.product_id
      join media_files m on m.id = s.audio_id ${EDITION.joins} where s.map_url = $1 and p.status = 'published'`,
    [mapUrl],
    'sample',
  )
  if (!row) return undefined
  const { path } = await findStoredEdition(context, row, 'full')
  const { address, expiresAt } = context.signer.sign(path, context.now().getTime())
  return { signed_url: address, expires_at: expiresAt, has_text: row.has_text, part: row.part }
}
