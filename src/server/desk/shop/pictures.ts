import { rm, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { AppContext } from '../../context.ts'
import { createFiles } from '../../import/media/files.ts'
import type { Failure } from '../../runtime/failure.ts'

type Stored = { path: string; address: string }

/** Stores every size of a picture. Retention removes one that no row refers to. */
export async function storeShopPicture(
  { db, media, tempFiles }: Pick<AppContext, 'db' | 'media' | 'tempFiles'>,
  kind: 'banners' | 'news' | 'people',
  content: string,
): Promise<Stored | Failure<'notPicture' | 'brokenPicture' | 'hugePicture'>> {
  const file = await tempFiles.newFile()
  try {
    await writeFile(file, Buffer.from(content, 'base64'))
    const stored = await createFiles({ db, media, folder: dirname(file) }).picture(basename(file), kind)
    if (typeof stored === 'string')
      return { fault: stored === 'hugePicture' || stored === 'brokenPicture' ? stored : 'notPicture' }
    const [row] = await db.query<{ widths: number[] }>('select widths from media_files where id = $1', [stored.id])
    return { path: `media/${stored.path}`, address: `/media/${stored.path}-${row?.widths[0]}.webp` }
  } finally {
    await rm(file, { force: true })
  }
}
