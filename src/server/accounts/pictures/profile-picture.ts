import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locale } from '#contract/text/locale.ts'
import { extensionIn, IMAGE_EXTENSIONS } from '#contract/fields/file-kinds.ts'
import type { SentFile } from '../../http/multipart.ts'
import type { Failure, RetryAfter } from '../../runtime/failure.ts'
import type { AppContext } from '../../context.ts'
import type { Row } from '../../db/row.ts'
import type { users } from '../../db/schema/accounts.ts'
import { forgetOrphan, noteOrphanedMedia, removeObject } from '../../adapters/media/orphaned-media.ts'
import { bucket, take } from '../../http/rate-limits.ts'
import { noteProfileDetails, type Shown } from '../privacy-receipts.ts'
import { drawPortrait } from './portrait.ts'

type PictureContext = Pick<AppContext, 'db' | 'media' | 'now'>
type SavedPicture = { profile_image: string }

const NOT_AN_IMAGE: Failure<'notAnImage'> = { fault: 'notAnImage', fields: { profile_image: 'notAnImage' } }
const MEDIA_PREFIX = '/media/'

export const mayChangePicture = (
  context: Pick<AppContext, 'db' | 'encryption' | 'now'>,
  userId: number,
): Promise<RetryAfter | undefined> => take(context, [bucket(context.encryption, 'picture', String(userId))])

/** Accepts a file whose name and content are an image, and stores a small square of it under a random name. */
export async function savePicture(
  context: PictureContext,
  userId: number,
  file: SentFile | undefined,
  locale: Locale,
): Promise<SavedPicture | Failure<'notAnImage' | 'badInput'>> {
  if (!file) return { fault: 'badInput', fields: { profile_image: 'required' } }
  const portrait = extensionIn(file.name, IMAGE_EXTENSIONS) && (await drawPortrait(await readFile(file.path)))
  if (!portrait) return NOT_AN_IMAGE
  const path = `listeners/${randomBytes(16).toString('hex')}.webp`
  await noteOrphanedMedia(context.db, path, context.now())
  await context.media.put(path, portrait)
  await replacePicture(context, { userId, locale, now: context.now() }, path)
  return { profile_image: MEDIA_PREFIX + path }
}

export async function removePicture(context: PictureContext, userId: number, locale: Locale): Promise<object> {
  await replacePicture(context, { userId, locale, now: context.now() }, undefined)
  return {}
}

/** Of two pictures saved at once the later one stays, and the other file is deleted. */
async function replacePicture(context: PictureContext, shown: Shown, path: string | undefined): Promise<void> {
  const { userId } = shown
  const old = await context.db.transaction(async (inner) => {
    const [user] = await inner.query<Pick<Row<typeof users>, 'picture'>>(
      'select picture from users where id = $1 for update',
      [userId],
    )
    const before = user?.picture?.startsWith(`${MEDIA_PREFIX}listeners/`)
      ? user.picture.slice(MEDIA_PREFIX.length)
      : undefined
    await inner.query('update users set picture = $2 where id = $1', [
      userId,
      path === undefined ? null : MEDIA_PREFIX + path,
    ])
    await noteProfileDetails(inner, shown)
    if (before) await noteOrphanedMedia(inner, before, context.now())
    if (path && user) await forgetOrphan(inner, path)
    return before
  })
  if (old) await removeObject(context, old)
}
