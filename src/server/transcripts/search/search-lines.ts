import type { FoundLine } from '#contract/transcripts/transcripts.ts'
import type { Db } from '../../db/connect.ts'
import { serializeAudioType, serializeTranslations } from '../../catalog/serializers.ts'
import type { Reader } from '../access.ts'
import { lineHits, type LineHit } from './line-hits.ts'
import { matchLine, type LineMatch } from './line-match.ts'
import { lineQuery } from './line-query.ts'

type Asked = { typed: string; productId?: number | undefined; limit: number }

/** Lines that sound like the typed text, best first; only those that the reader may read. */
export async function findLines(db: Db, reader: Reader, { typed, productId, limit }: Asked): Promise<FoundLine[]> {
  const query = await lineQuery(db, typed)
  if (!query) return []
  const hits = await lineHits(db, reader, query, productId)
  const matches = hits.flatMap((hit) => {
    const match = matchLine(query.words, hit.text)
    return match ? [{ hit, match }] : []
  })
  return matches
    .toSorted((a, b) => b.match.score - a.match.score)
    .slice(0, limit)
    .map(({ hit, match }) => foundLine(hit, match))
}

function foundLine(hit: LineHit, { score, marks }: LineMatch): FoundLine {
  const { slug, audio_type: type, translations, track_translations: track, speaker, product_id, name, ...line } = hit
  return {
    product_id,
    product_slug: slug,
    product_audio_type: serializeAudioType(type),
    name,
    custom_translation: serializeTranslations(translations, true),
    ...line,
    ...(track && { track_title: serializeTranslations(track, true) }),
    ...(speaker && { speaker }),
    marks,
    score,
  }
}
