import { appendFile, open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, extname } from 'node:path'
import type { endpoints } from '#contract/endpoints.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { isSound, SNIFF_BYTES, sniffFile } from '#contract/desk/sniff-file.ts'
import type { AppContext } from '../../context.ts'
import type { Row } from '../../db/row.ts'
import type { deskUploads } from '../../db/schema/desk.ts'
import { createFiles, type Files } from '../../import/media/files.ts'
import { pictureInTags, tagsOf } from '../../import/media/tags.ts'
import { nameOf } from '../../import/source/sound.ts'
import { mediaPath } from '../../import/stored/texts.ts'
import type { Failure } from '../../runtime/failure.ts'

type Dependencies = Pick<AppContext, 'db' | 'now' | 'media' | 'tempFiles'>
type Columns = Row<typeof deskUploads>
type Stored = Omit<ReplyOf<typeof endpoints.deskFinishUpload>, 'status'>
type Refusal = Failure<'uploadGone' | 'uploadOpen' | 'wrongFile'>

/** Encoding takes longer than a browser waits: a call that is repeated meanwhile gets the answer of the first. */
const running = new Map<string, Promise<Stored | Refusal>>()

/** Puts the parts together, looks what the file really is, and stores it as the import does. A repeated call answers the same. */
export function finishUpload(context: Dependencies, staffId: number, upload: string): Promise<Stored | Refusal> {
  const key = `${staffId} ${upload}`
  const started = running.get(key)
  if (started) return started
  const finishing = finish(context, staffId, upload).finally(() => running.delete(key))
  running.set(key, finishing)
  return finishing
}

async function finish(context: Dependencies, staffId: number, upload: string): Promise<Stored | Refusal> {
  const [row] = await context.db.query<Pick<Columns, 'name' | 'size' | 'received' | 'result'>>(
    'select name, size, received, result from desk_uploads where id = $1 and staff_id = $2 and expires_at > $3',
    [upload, staffId, context.now()],
  )
  if (!row) return { fault: 'uploadGone' }
  if (row.result) return row.result as Stored
  if (row.received !== row.size) return { fault: 'uploadOpen' }
  const path = await context.tempFiles.newFile()
  try {
    await assemble(context, upload, path)
    const result = await storeFile(context, path, row.name)
    if (typeof result === 'string') return await refuse(context, upload, result)
    await context.db.query('update desk_uploads set result = $2 where id = $1', [upload, JSON.stringify(result)])
    await context.db.query('delete from desk_upload_parts where upload_id = $1', [upload])
    return result
  } finally {
    await rm(path, { force: true })
  }
}

/** The same bytes would be refused again. */
async function refuse({ db }: Dependencies, upload: string, reason: string): Promise<Refusal> {
  await db.query('delete from desk_uploads where id = $1', [upload])
  return { fault: 'wrongFile', fields: { file: reason } }
}

async function assemble({ db }: Dependencies, upload: string, path: string): Promise<void> {
  const parts = await db.query<{ offset: number }>(
    'select "offset" from desk_upload_parts where upload_id = $1 order by "offset"',
    [upload],
  )
  // One part at a time: a file may be larger than the memory.
  for (const { offset } of parts) {
    const [part] = await db.query<{ bytes: Buffer }>(
      'select bytes from desk_upload_parts where upload_id = $1 and "offset" = $2',
      [upload, offset],
    )
    await appendFile(path, part?.bytes ?? Buffer.alloc(0), { mode: 0o600 })
  }
}

async function storeFile({ db, media }: Dependencies, path: string, name: string): Promise<Stored | string> {
  await using files = createFiles({ db, media, folder: dirname(path) })
  const kind = sniffFile(await headOf(path))
  if (kind === 'picture') return storeCover(files, path)
  if (!isSound(kind, name)) return kind
  // The stored original keeps its kind of name.
  const file = `${path}${
    extname(name)
      .toLowerCase()
      .match(/^\.\w{2,4}$/)?.[0] ?? ''
  }`
  await rename(path, file)
  try {
    const stored = await storeSound(files, file, name)
    return typeof stored === 'string' && NO_MP3.has(stored) ? kind : stored
  } finally {
    await rm(file, { force: true })
  }
}

/** Reasons of the import for which it would have needed ffmpeg. */
const NO_MP3: ReadonlySet<string> = new Set(['mp4Audio', 'otherAudio', 'notMp3'])

async function storeSound(files: Files, path: string, name: string): Promise<Stored | string> {
  const audio = await files.audio(basename(path))
  if (typeof audio === 'string') return audio
  const tags = (await tagsOf(path))?.common
  return {
    kind: 'audio',
    path: mediaPath(audio.path),
    seconds: audio.seconds,
    translations: nameOf(tags?.title ?? '', 0, name.replace(/\.\w{2,4}$/, '')),
    disc: tags?.disk.no ?? null,
    track: tags?.track.no ?? null,
    album: tags?.album ?? null,
    artists: (tags?.artists ?? []).slice(0, 10),
    cover: await coverInTags(files, path),
    is_small: false,
    ...(audio.note && { note: audio.note }),
  }
}

async function storeCover(files: Files, path: string): Promise<Stored | string> {
  const picture = await files.picture(basename(path), 'covers')
  if (typeof picture === 'string') return picture
  const none = { translations: {}, disc: null, track: null, album: null, artists: [], seconds: 0 }
  const stored = mediaPath(picture.path)
  return { ...none, kind: 'picture', path: stored, cover: stored, is_small: picture.note === 'smallPicture' }
}

/** A picture that cannot be used is none: the sound is what was uploaded. */
async function coverInTags(files: Files, path: string): Promise<string | null> {
  const bytes = await pictureInTags(path)
  if (!bytes) return null
  const file = `${path}.cover`
  try {
    await writeFile(file, bytes, { mode: 0o600 })
    const picture = await files.picture(basename(file), 'covers')
    return typeof picture === 'string' ? null : mediaPath(picture.path)
  } finally {
    await rm(file, { force: true })
  }
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
