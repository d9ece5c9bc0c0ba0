import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { spliceCues } from '../../../src/server/desk/transcripts/edit-text.ts'
import { changeCatalog } from '../../../src/server/db/upsert.ts'
import { importFolder } from '../../../src/server/import/import-source.ts'
import type { TitleChange } from '../../../src/server/import/stored/changes.ts'
import { cuesOf } from '../../../src/server/transcripts/store-transcripts.ts'
import { SPEECH } from '../support/mp3s.ts'
import { useSourceFolders } from '../support/source-folders.ts'
import { useShop } from '../support/shop.ts'
import { timed, untimed, withText } from '../support/transcripts.ts'

const shop = useShop('empty')
const { folderOf } = useSourceFolders()

async function bring(path: string, isDryRun = false) {
  const changes: TitleChange[] = []
  const result = await importFolder(
    shop().context,
    { path, isDryRun },
    { report: () => undefined, reportChange: (change) => changes.push(change), progress: () => undefined },
  )
  if (typeof result === 'string') throw new Error(result)
  return {
    changed: result.changed,
    texts: changes.flatMap(({ fields }) => fields.filter(({ field }) => field.startsWith('text'))),
  }
}
const NOTHING = { changed: 0, texts: [] }

/** A title with a text in English. */
const folder = (name: string, text: string, isPublic = '') =>
  folderOf(name, {
    'titles.csv': 'key,name.en,spoken\nbook,Book,en\n',
    'tracks.csv': `title,key,position,name.en,audio,text,isTextPublic\nbook,book/01,1,One,a.mp3,a.txt,${isPublic}\n`,
    'a.mp3': SPEECH,
    'a.txt': text,
  })

const storedText = async () => {
  const [row] = await shop().db.query<{ id: number; is_public: boolean }>('select id, is_public from transcripts')
  if (!row) throw new Error('no text')
  return { isPublic: row.is_public, cues: await cuesOf(shop().db, row.id) }
}
/** As `npm run align` stores times. */
const align = (...lines: string[]) => withText(shop(), 'book', timed(...lines), { locale: 'en' })

describe('the same file with a text again', () => {
  let first: string
  beforeEach(async () => {
    first = folder('first', 'One. Two.')
    await shop().db.query('delete from transcripts')
    await bring(first)
  })

  it('[LN-1] [IM-5] leaves the times that were found since, also when only its readers change', async () => {
    expect((await storedText()).cues).toEqual(untimed('One.', 'Two.'))
    await align('One.', 'Two.')
    expect([await bring(first, true), await bring(first)]).toEqual([NOTHING, NOTHING])
    expect((await storedText()).cues).toEqual(timed('One.', 'Two.'))
    await bring(folder('public', 'One. Two.', 'yes'))
    expect(await storedText()).toEqual({ isPublic: true, cues: timed('One.', 'Two.') })
  })

  it('[LN-1] [IM-5] leaves lines that were changed at the desk', async () => {
    const { id } = await align('One.', 'Two.')
    await changeCatalog(shop().db, shop().clock.now, async (inner) => {
      await spliceCues(inner, id, 1, 1, timed('One.', 'Too.').slice(1))
      return 1
    })
    expect(await bring(first)).toEqual(NOTHING)
    expect((await storedText()).cues).toEqual(timed('One.', 'Too.'))
  })

  it('[LN-1] replaces the text when a word of the file has changed, once', async () => {
    await align('One.', 'Two.')
    const other = folder('other', 'One. Three.')
    expect(await bring(other)).toMatchObject({ changed: 1 })
    expect((await storedText()).cues).toEqual(untimed('One.', 'Three.'))
    expect(await bring(other)).toEqual(NOTHING)
  })

  it('[LN-1] [OP-2] leaves the times that a release found which remembered no file', async () => {
    const spoken = folder('spoken', 'A "quoted" line\\. एक ओळ.')
    await bring(spoken)
    const lines = (await storedText()).cues.map(({ text }) => text)
    await align(...lines)
    await shop().db.query('update transcripts set file_digest = null')
    const migration = new URL('../../../src/server/db/migrations/0042_aligned_texts.sql', import.meta.url)
    await shop().db.query(await readFile(migration, 'utf8'))
    expect(await bring(spoken)).toEqual(NOTHING)
    expect((await storedText()).cues).toEqual(timed(...lines))
  })
})
