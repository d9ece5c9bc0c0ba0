import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createFiles } from '../../../src/server/import/media/files.ts'
import { bareSpeech, tag, textFrame } from './mp3s.ts'
import type { TestShop } from './shop.ts'

/** Stores speech under this name as an import does; a name of its own makes it a file of its own. Returns its path in rows. */
export async function storeSound({ db, context, incoming }: TestShop, name: string): Promise<string> {
  const file = join(incoming, 'speech.mp3')
  await mkdir(incoming, { recursive: true })
  await writeFile(file, Buffer.concat([tag([textFrame('TIT2', name)]), bareSpeech()]))
  const stored = await createFiles({ db, media: context.media, folder: dirname(file) }).audio('speech.mp3')
  await rm(file)
  if (typeof stored === 'string') throw new Error(stored)
  return `media/${stored.path}`
}
