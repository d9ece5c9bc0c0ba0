import { createHash } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import { claimDay } from './claim-day.ts'
import { noteOrphanedMedia } from './orphaned-media.ts'

type DocumentContext = Pick<AppContext, 'db' | 'media' | 'now'>

const FOLDER = 'documents'

/**
 * The path of a PDF that is drawn of rows, and named by a hash of `content`, all that it shows. It names a person, so it is removed
 * an hour after it was asked for last, when its signed addresses have ended, and is drawn again of its rows.
 */
export async function cachedDocument(
  { db, media, now }: DocumentContext,
  content: unknown,
  draw: () => Promise<Uint8Array>,
): Promise<string> {
  const name = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32)
  const path = `${FOLDER}/${name}.pdf`
  // Before the look: a removal that has begun is over then.
  await noteOrphanedMedia(db, path, now())
  if (!(await media.stat(path))) await shareRun(path, async () => media.put(path, await draw()))
  return path
}

const runs = new Map<string, Promise<void>>()

/** Rendering takes a tenth of a second of CPU, so concurrent requests for one file share it. */
function shareRun(path: string, work: () => Promise<void>): Promise<void> {
  const running = runs.get(path) ?? work().finally(() => runs.delete(path))
  runs.set(path, running)
  return running
}

/** Has every PDF removed that nothing has noted: those of earlier releases, and those that a restored backup brought back. */
export async function noteUnknownDocuments(context: DocumentContext): Promise<void> {
  const { db, media, now } = context
  if (!(await claimDay(context, 'unknownDocuments'))) return
  await db.query(
    'insert into media_leftovers (path, since) select path, $2 from unnest($1::text[]) path on conflict do nothing',
    [await media.list(FOLDER), now()],
  )
}
