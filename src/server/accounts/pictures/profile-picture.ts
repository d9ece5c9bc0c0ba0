import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extensionIn, IMAGE_EXTENSIONS } from '#contract/file-kinds.ts'
import type { SentFile } from '../../http/multipart.ts'
import type { Failure, Wait } from '../../runtime/failure.ts'
import type { AppContext } from '../../context.ts'
import { keepObject, noteOrphanedMedia, removeObject } from '../../adapters/media/orphaned-media.ts'
import { bucket, take } from '../../http/rate-limits.ts'
import { drawPortrait } from './portrait.ts'

type Given = Pick<AppContext, 'db' | 'media' | 'now'>
type Saved = { profile_image: string }

const NOT_AN_IMAGE: Failure<'notAnImage'> = { fault: 'notAnImage', fields: { profile_image: 'notAnImage' } }
const ADDRESS = '/media/'

export const mayChangePicture = (
  context: Pick<AppContext, 'db' | 'encryption' | 'now'>,
  userId: number,
): Promise<Wait | undefined> => take(context, [bucket(context.encryption, 'picture', String(userId))])

/** D5: the name must be one of an image, and the content must be one. Kept is a small square under a name of chance. */
export async function savePicture(
  context: Given,
  userId: number,
  file: SentFile | undefined,
): Promise<Saved | Failure<'notAnImage' | 'badInput'>> {
  if (!file) return { fault: 'badInput', fields: { profile_image: 'required' } }
  const portrait = extensionIn(file.name, IMAGE_EXTENSIONS) && (await drawPortrait(await readFile(file.path)))
  if (!portrait) return NOT_AN_IMAGE
  const path = `listeners/${randomBytes(16).toString('hex')}.webp`
  await noteOrphanedMedia(context.db, path, context.now())
  await context.media.put(path, portrait)
  await replace(context, userId, path)
  return { profile_image: ADDRESS + path }
}

export async function removePicture(context: Given, userId: number): Promise<object> {
  await replace(context, userId, undefined)
  return {}
}

/** Two pictures sent at once: the later one stays, the other goes. */
async function replace(context: Given, userId: number, path: string | undefined): Promise<void> {
  const old = await context.db.transaction(async (inner) => {
    const [user] = await inner.query<{ picture: string | null }>('select picture from users where id = $1 for update', [
      userId,
    ])
    const before = user?.picture?.startsWith(`${ADDRESS}listeners/`) ? user.picture.slice(ADDRESS.length) : undefined
    await inner.query('update users set picture = $2 where id = $1', [
      userId,
      path === undefined ? null : ADDRESS + path,
    ])
    if (before) await noteOrphanedMedia(inner, before, context.now())
    if (path && user) await keepObject(inner, path)
    return before
  })
  if (old) await removeObject(context, old)
}
