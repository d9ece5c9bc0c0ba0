import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { forgetOrphan, noteOrphanedMedia } from '../adapters/media/orphaned-media.ts'
import type { AppContext } from '../context.ts'
import { AUDIO_QUEUE, bossOn } from '../db/job-schema.ts'
import type { Db } from '../db/connect.ts'
import { runInSubprocess } from '../runtime/subprocess.ts'
import { scanMp3 } from '../runtime/mp3/scan.ts'
import type { Prepared } from './prepare-recording.ts'

type Dependencies = Pick<AppContext, 'db' | 'media' | 'now'>
type Fetched = JobWithMetadata<{ mediaId: number }>

/** Shorter than the heartbeat of the queue. */
const TOUCH_MS = 10_000
/** More than two days of sound cost on a slow machine. */
const MOST_MS = 5 * 3_600_000
const AT_ONCE = 500

/**
 * Queues what tracks and samples play and nobody has looked at; how many. However a recording came in, it is found here.
 */
export async function queueRecordings({ db }: Pick<Dependencies, 'db'>): Promise<number> {
  return db.transaction(async (inner) => {
    const found = await inner.query<{ id: number }>(
      `insert into audio_editions (media_id)
        select distinct s.audio_id from (select audio_id from tracks union select audio_id from samples) s
         where s.audio_id is not null and not exists (select from audio_editions e where e.media_id = s.audio_id)
         limit $1 on conflict do nothing returning media_id as id`,
      [AT_ONCE],
    )
    const boss = bossOn(inner)
    for (const { id } of found) await boss.send(AUDIO_QUEUE, { mediaId: id }, { singletonKey: `${id}` })
    return found.length
  })
}

/**
 * Measures and encodes what waits, one recording after the other; how many. A kill leaves the job to the next process, and
 * what was made is stored under the name of its content, so nothing exists twice.
 */
export async function runAudioQueue(
  context: Dependencies,
  { stop, failed = () => undefined }: { stop?: AbortSignal; failed?: (error: unknown) => void } = {},
): Promise<number> {
  const boss = bossOn(context.db)
  let count = 0
  for (let job = await fetchOne(boss); job; job = stop?.aborted ? undefined : await fetchOne(boss)) {
    const attempt = { id: job.id, retryCount: job.retryCount }
    const touching = touchEvery(boss, attempt)
    try {
      await prepare(context, job.data.mediaId, stop)
      await boss.complete(AUDIO_QUEUE, attempt)
      count += 1
    } catch (error) {
      // What a stop has cut off is begun again by the next process.
      if (!stop?.aborted) failed(error)
      await boss.fail(AUDIO_QUEUE, attempt)
    } finally {
      clearInterval(touching)
    }
  }
  return count
}

const fetchOne = async (boss: PgBoss): Promise<Fetched | undefined> =>
  (await boss.fetch<{ mediaId: number }>(AUDIO_QUEUE, { includeMetadata: true }))[0]

const touchEvery = (boss: PgBoss, attempt: { id: string; retryCount: number }) =>
  setInterval(() => boss.touch(AUDIO_QUEUE, attempt).catch(() => undefined), TOUCH_MS).unref()

async function prepare(context: Dependencies, mediaId: number, stop: AbortSignal | undefined): Promise<void> {
  const [source] = await context.db.query<{ path: string }>('select path from media_files where id = $1', [mediaId])
  if (!source) return
  const folder = await mkdtemp(join(tmpdir(), 'recording-'))
  try {
    const file = join(folder, 'recording.mp3')
    await pipeline(context.media.stream(source.path), createWriteStream(file))
    const module = new URL('prepare-process.ts', import.meta.url)
    const prepared = await runInSubprocess<Prepared>(module, [file, folder], new Uint8Array(), MOST_MS, stop)
    await store(context, mediaId, folder, prepared)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function store(
  context: Dependencies,
  mediaId: number,
  folder: string,
  prepared: Prepared | undefined,
): Promise<void> {
  const { db, now } = context
  if (!prepared) {
    await db.query(
      `update audio_editions set state = 'failed', fault = 'notDecodable', updated_at = $2 where media_id = $1`,
      [mediaId, now()],
    )
    return
  }
  const full = prepared.full && (await putEdition(context, join(folder, prepared.full)))
  const light = prepared.light && (await putEdition(context, join(folder, prepared.light)))
  await db.transaction(async (inner) => {
    const fullId = full ? await saveEdition(inner, full) : null
    const lightId = light ? await saveEdition(inner, light) : null
    await inner.query(
      `update audio_editions set state = 'ready', measurement = $2, gain = $3, full_id = $4, light_id = $5, fault = $6, updated_at = $7
        where media_id = $1`,
      [mediaId, JSON.stringify(prepared.measurement), prepared.gain, fullId, lightId, prepared.fault ?? null, now()],
    )
  })
}

type Stored = { path: string; bytes: number; seconds: number }

async function putEdition({ db, media, now }: Dependencies, file: string): Promise<Stored> {
  const scanned = await scanMp3(file)
  if (typeof scanned === 'string') throw new Error(`an edition is no mp3: ${scanned}`)
  const { name, bytes, seconds } = scanned
  const path = `audio/${name}.mp3`
  await noteOrphanedMedia(db, path, now())
  await media.put(path, { file })
  return { path, bytes, seconds }
}

async function saveEdition(inner: Db, { path, bytes, seconds }: Stored): Promise<number> {
  const [row] = await inner.query<{ id: number }>(
    `insert into media_files (kind, path, hash, bytes, seconds) values ('audio', $1, $2, $3, $4)
      on conflict (path) do update set bytes = excluded.bytes returning id`,
    [path, path.slice('audio/'.length, -'.mp3'.length), bytes, seconds],
  )
  if (!row) throw new Error('the edition was not saved')
  await forgetOrphan(inner, path)
  return row.id
}
