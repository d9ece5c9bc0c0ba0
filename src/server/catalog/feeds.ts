import sharp from 'sharp'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { bulkFeeds } from '#contract/catalog/bulk.ts'
import type { MediaStore } from '../adapters/media/port.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import { CHAPTERS_TYPE } from '#contract/catalog/podcast.ts'
import type { tracks } from '../db/schema/catalog/catalog.ts'
import type { mediaFiles } from '../db/schema/state.ts'
import type { AppContext } from '../context.ts'

type Feed = ReplyOf<typeof bulkFeeds>['data'][number]
/** Apple Podcasts takes squares of 1400 to 3000 pixels. */
const ARTWORK_PX = 1400

const IS_FREE = `p.status = 'published' and p.audio_type = 'podcast' and (p.is_free or t.is_free)`

/** The lines of the first minute, when their times are those of the sound. */
const SOUNDBITE = `select jsonb_build_object('start', f.start_ms / 1000.0, 'title', f.text, 'duration',
    ((select max(c.end_ms) from transcript_cues c where c.transcript_id = x.id and c.end_ms <= f.start_ms + 60000) - f.start_ms) / 1000.0)
  from transcripts x join transcript_cues f on f.transcript_id = x.id and f.position = 0
  where x.track_id = t.id and x.locale = p.spoken and x.is_timed and x.audio_id = t.audio_id`

/** The free episodes of every podcast in order, or else its sample. A podcast with neither has no feed. */
export async function allFeeds(db: Db): Promise<Feed[]> {
  return db.query<Feed>(
    `select p.id as product_id, p.feed, case when p.cover_id is not null then 'artwork-' || p.id || '.jpg' end as artwork, coalesce(free.episodes, sample.episodes) as episodes
     from products p
     left join lateral (select jsonb_agg(jsonb_build_object('file', 'episode-' || t.id || '.mp3', 'track_id', t.id, 'bytes', m.bytes, 'seconds', t.seconds, 'episode', t.episode - '{chapters,transcript}'::text[],
       'texts', (select jsonb_agg(jsonb_build_object('locale', x.locale, 'is_timed', x.is_timed) order by x.locale <> p.spoken) from transcripts x where x.track_id = t.id),
       'soundbite', (${SOUNDBITE}), 'chapters', coalesce(t.episode ? 'chapters', false), 'transcript', t.episode -> 'transcript' ->> 'type')
       order by t.position) as episodes from current_tracks t join media_files m on m.id = t.audio_id where t.product_id = p.id and ${IS_FREE}) free on true
     left join lateral (select jsonb_agg(jsonb_build_object('file', 'sample-' || s.id || '.mp3', 'track_id', null, 'bytes', m.bytes, 'seconds', s.seconds)
       order by s.position) as episodes from samples s join media_files m on m.id = s.audio_id where s.product_id = p.id) sample on true
     where p.status = 'published' and p.audio_type = 'podcast' and coalesce(free.episodes, sample.episodes) is not null order by p.id`,
  )
}

const FILES: Record<string, string> = {
  'episode.mp3': `select m.path from current_tracks t join products p on p.id = t.product_id join media_files m on m.id = t.audio_id where t.id = $1 and ${IS_FREE}`,
  'sample.mp3': `select m.path from samples s join products p on p.id = s.product_id join media_files m on m.id = s.audio_id
    where s.id = $1 and p.status = 'published' and p.audio_type = 'podcast'`,
  'artwork.jpg': `select m.path || '-' || m.widths[array_upper(m.widths, 1)] || '.webp' as path from products p join media_files m on m.id = p.cover_id
    where p.id = $1 and p.status = 'published' and p.audio_type = 'podcast'`,
}

/** The media path of a file name under `/media/free/`; undefined unless the file is public. */
export async function findFreeMedia(
  { db, media }: Pick<AppContext, 'db' | 'media'>,
  file: string,
): Promise<string | undefined> {
  const [, kind = '', id = '', ending = ''] = file.match(/^(episode|sample|artwork)-(\d{1,15})\.(mp3|jpg)$/) ?? []
  const statement = FILES[`${kind}.${ending}`]
  if (!statement) return undefined
  const [row] = await db.query<Pick<Row<typeof mediaFiles>, 'path'>>(statement, [Number(id)], `free ${kind}`)
  return row && kind === 'artwork' ? artworkOf(media, row.path) : row?.path
}

type FreeText = { type: string; text: string }

/** Chapters or the transcript of a free episode that moved in, by the file name under `/media/free/`. */
export async function findFreeText({ db }: Pick<AppContext, 'db'>, file: string): Promise<FreeText | undefined> {
  const [, kind = '', id = ''] = file.match(/^(chapters|transcript)-(\d{1,15})\.(?:json|vtt|srt|txt)$/) ?? []
  if (!kind) return undefined
  const [row] = await db.query<Pick<Row<typeof tracks>, 'episode'>>(
    `select t.episode from current_tracks t join products p on p.id = t.product_id where t.id = $1 and t.audio_id is not null and ${IS_FREE}`,
    [Number(id)],
    'free text',
  )
  const { chapters, transcript } = row?.episode ?? {}
  if (kind === 'transcript') return transcript
  const listed = chapters?.map(({ start, title }) => ({ startTime: start, title }))
  return listed && { type: CHAPTERS_TYPE, text: JSON.stringify({ version: '1.2.0', chapters: listed }) }
}

/** Created by the first request, because few covers are artwork of a podcast. */
async function artworkOf(media: MediaStore, cover: string): Promise<string> {
  const path = cover.replace(/-\d+\.webp$/, '-feed.jpg')
  if (await media.stat(path)) return path
  const picture = sharp(Buffer.concat(await media.stream(cover).toArray()))
  await media.put(
    path,
    await picture
      .resize({ width: ARTWORK_PX, height: ARTWORK_PX, fit: 'cover', kernel: 'lanczos3' })
      .jpeg({ quality: 84 })
      .toBuffer(),
  )
  return path
}
