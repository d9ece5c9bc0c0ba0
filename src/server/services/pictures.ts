import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extensionIn, IMAGE_EXTENSIONS } from '#contract/index.ts'
import type { SentFile } from '../lib/multipart.ts'
import type { Failure, Wait } from '../lib/outcome.ts'
import type { World } from '../world.ts'
import { keepObject, noteLeftover, removeObject } from './leftovers.ts'
import { bucket, take } from './limits.ts'
import { drawPortrait } from './pictures/draw.ts'

type Given = Pick<World, 'db' | 'media' | 'now'>
type Saved = { profile_image: string }

const NOT_AN_IMAGE: Failure<'notAnImage'> = { fault: 'notAnImage', fields: { profile_image: 'notAnImage' } }
const ADDRESS = '/media/'

export const mayChangePicture = (world: Pick<World, 'db' | 'vault' | 'now'>, userId: number): Promise<Wait | undefined> =>
  take(world, [bucket(world.vault, 'picture', String(userId))])

/** D5: the name must be one of an image, and the content must be one. Kept is a small square under a name of chance. */
export async function savePicture(world: Given, userId: number, file: SentFile | undefined): Promise<Saved | Failure<'notAnImage' | 'badInput'>> {
  if (!file) return { fault: 'badInput', fields: { profile_image: 'required' } }
  const portrait = extensionIn(file.name, IMAGE_EXTENSIONS) && (await drawPortrait(await readFile(file.path)))
  if (!portrait) return NOT_AN_IMAGE
  const path = `listeners/${randomBytes(16).toString('hex')}.webp`
  await noteLeftover(world.db, path, world.now())
  await world.media.put(path, portrait)
  await replace(world, userId, path)
  return { profile_image: ADDRESS + path }
}

export async function removePicture(world: Given, userId: number): Promise<object> {
  await replace(world, userId, undefined)
  return {}
}

/** Two pictures sent at once: the later one stays, the other goes. */
async function replace(world: Given, userId: number, path: string | undefined): Promise<void> {
  const old = await world.db.transaction(async (inner) => {
    const [user] = await inner.query<{ picture: string | null }>('select picture from users where id = $1 for update', [userId])
    const before = user?.picture?.startsWith(`${ADDRESS}listeners/`) ? user.picture.slice(ADDRESS.length) : undefined
    await inner.query('update users set picture = $2 where id = $1', [userId, path === undefined ? null : ADDRESS + path])
    if (before) await noteLeftover(inner, before, world.now())
    if (path && user) await keepObject(inner, path)
    return before
  })
  if (old) await removeObject(world, old)
}
