import { AUDIO_TYPES } from '#contract/import/import.ts'
import type { AudioTypeName } from '../db/schema/columns.ts'
import { audioTypeId } from '../catalog/serializers.ts'
import { IS_PLAYABLE, isOwnedBy } from '../catalog/offer-columns.ts'
import { coveredTypes } from '../plans/subscriptions.ts'
import type { AppContext } from '../context.ts'

/** Who reads: 0 for a guest, and the audio types that the running plans cover together. */
export type Reader = { userId: number; covered: readonly AudioTypeName[] }
export const GUEST: Reader = { userId: 0, covered: [] }

export async function readerOf(
  context: Pick<AppContext, 'db' | 'now'>,
  caller: { userId: number } | undefined,
): Promise<Reader> {
  if (!caller) return GUEST
  const ids = (await coveredTypes(context, caller.userId)) ?? []
  return { userId: caller.userId, covered: AUDIO_TYPES.filter((name) => ids.includes(audioTypeId(name))) }
}

/** The first two parameters of every statement with `READABLE`. */
export const readerValues = ({ userId, covered }: Reader): unknown[] => [userId, covered]

/** Everybody may read it: a sample, a free track, or what the publisher made public. */
const IS_OPEN = `p.status = 'published' and (x.is_public or p.is_free or t.is_free
  or exists (select from samples s where s.product_id = p.id and s.position = x.sample))`
/** The same rule as `playAccess` of contract/listening/play-access.ts: bought, given, or covered by running plans. */
const IS_ENTITLED = `$1::bigint > 0 and ${IS_PLAYABLE} and (${isOwnedBy('$1::bigint')}
  or p.status = 'published' and not p.purchase_only and (p.audio_type || p.also_types) <@ $2::text[])`

/**
 * The milliseconds of the track that everybody hears as a sample: what the publisher said, or the whole when the sample is the
 * recording itself. A sample that was recorded apart opens nothing, and neither do times that fit another recording.
 */
const OPEN_PART = `select coalesce(x.open_from, 0) as open_from, coalesce(x.open_to, (select (max(s.seconds) * 1000)::int from samples s
    where s.product_id = p.id and s.audio_id = t.audio_id)) as open_to
  where p.status = 'published' and x.is_timed and x.audio_id = t.audio_id`

/** A track in the trash has no text until it comes back. */
const ACCESS = `case when x.track_id is not null and t.id is null then 'none'
  when (${IS_OPEN}) or (${IS_ENTITLED}) then 'all' when part.open_to is not null then 'part' else 'none' end`

/**
 * Transcripts `x` of titles `p` and tracks `t` with what a reader may read of them: the only rule about it, for every route, feed,
 * index and search. Statements add conditions after it, and take cues by `IS_READABLE_CUE` alone.
 */
export const READABLE = `transcripts x join products p on p.id = x.product_id left join current_tracks t on t.id = x.track_id
  left join lateral (${OPEN_PART}) part on part.open_to > part.open_from
  cross join lateral (select ${ACCESS} as access) a`

/** Of cue `c`: all of its sound is in what the reader may hear. */
export const IS_READABLE_CUE = `(a.access = 'all'
  or a.access = 'part' and c.start_ms >= part.open_from and c.end_ms <= part.open_to)`
