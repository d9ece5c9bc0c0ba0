import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { putMp3, saveMp3 } from '../../../src/server/audio/store-editions.ts'
import { noteOrphanedMedia, removeOrphanedMedia } from '../../../src/server/adapters/media/orphaned-media.ts'
import { advanceClock } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'
import { demoSound } from '../support/sounds.ts'

const shop = useShop()
const folder = mkdtempSync(join(tmpdir(), 'orphans-'))
let speech: Buffer
beforeAll(async () => {
  speech = await demoSound('dnyaneshwari/01.mp3')
  return () => rmSync(folder, { recursive: true, force: true })
})
afterEach(() => shop().db.query('delete from media_leftovers'))

let sounds = 0
/** The file of a sound that nobody has stored yet. */
function newSound(): string {
  sounds += 1
  const file = join(folder, `${sounds}.mp3`)
  writeFileSync(file, speech.subarray(0, 20_000 + sounds * 1_000))
  return file
}
const put = (file: string) => putMp3(shop().context, file)
const isStored = async (path: string) => (await shop().context.media.stat(path)) !== undefined
const noted = () => shop().db.query('select path from media_leftovers')
const clean = () => removeOrphanedMedia(shop().context)

/** Left behind by a process that was killed two hours ago. */
async function leftBehind(): Promise<{ file: string; path: string }> {
  const file = newSound()
  const { path } = await put(file)
  advanceClock(shop(), 2 * 3_600)
  return { file, path }
}

describe('a sound that was left behind', () => {
  it('[SO-5] has another hour when it is stored again, before its row is written', async () => {
    const { file, path } = await leftBehind()
    const stored = await put(file)
    await clean()
    expect(await isStored(path)).toBe(true)
    await shop().db.transaction((inner) => saveMp3(inner, stored))
    advanceClock(shop(), 2 * 3_600)
    await clean()
    expect([await isStored(path), await noted()]).toEqual([true, []])
  })

  it('[SO-5] stays where a row names it, although storing it again was cut off', async () => {
    const file = newSound()
    const stored = await put(file)
    await shop().db.transaction((inner) => saveMp3(inner, stored))
    await put(file)
    advanceClock(shop(), 2 * 3_600)
    await clean()
    expect([await isStored(stored.path), await noted()]).toEqual([true, []])
  })

  it('[SO-5] is stored again by who wants it while it is being removed', async () => {
    const { file, path } = await leftBehind()
    const { media } = shop().context
    const remove = media.remove.bind(media)
    let storing: Promise<unknown> = Promise.resolve()
    media.remove = async (one) => {
      let isDone = false
      storing = put(file).then(() => (isDone = true))
      while (!isDone && !(await waitsForLock()));
      await remove(one)
    }
    await clean()
    media.remove = remove
    await storing
    expect(await isStored(path)).toBe(true)
  })

  it('[SO-5] is removed once by two processes, also when more are left than one look finds', async () => {
    const { path } = await leftBehind()
    await Promise.all(
      Array.from({ length: 600 }, (_, at) =>
        noteOrphanedMedia(shop().db, `audio/${String(at).padStart(8, '0')}.mp3`, new Date(0)),
      ),
    )
    const { media } = shop().context
    const remove = media.remove.bind(media)
    const removed: string[] = []
    media.remove = async (one) => {
      removed.push(one)
      await remove(one)
    }
    await Promise.all([clean(), clean()])
    media.remove = remove
    expect([await isStored(path), await noted(), removed.length]).toEqual([false, [], 601])
  })
})

async function waitsForLock(): Promise<boolean> {
  const waiting = await shop().db.query(
    `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return waiting.length > 0
}
