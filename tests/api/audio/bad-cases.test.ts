import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it, inject } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { titleUrl } from '#contract/listening/listening.ts'
import { noteOrphanedMedia, removeOrphanedMedia } from '../../../src/server/adapters/media/orphaned-media.ts'
import { queueRecordings, runAudioQueue } from '../../../src/server/audio/audio-queue.ts'
import { hasFfmpeg } from '../../../src/server/audio/ffmpeg.ts'
import { grant } from '../../../src/server/library/library.ts'
import { signTrack } from '../../../src/server/listening/track-address.ts'
import { RECORDINGS, recordingsBy } from '../../../src/server/audio/recordings.ts'
import { bossOn } from '../../../src/server/db/job-schema.ts'
import { importFolder } from '../../../src/server/import/import-source.ts'
import { contentName } from '../../../src/server/runtime/mp3/scan.ts'
import { signedIn } from '../support/listening.ts'
import { bareSpeech } from '../support/mp3s.ts'
import { emptyQueues } from '../support/jobs.ts'
import { idOf, useShop } from '../support/shop.ts'
import { canMount, smallDisk, unmountable } from '../support/small-disk.ts'
import { addTrackOf, demoSound, insteadOfFfmpeg, synthesized, withoutSound } from '../support/sounds.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
const isAble = await hasFfmpeg()
const works = [RECORDINGS]
let title: number
/** Ten seconds: each is measured, and encoded twice. */
let speech: Buffer
let longSpeech: Buffer
const undo: (() => void)[] = []
beforeAll(async () => {
  title = await idOf(shop(), 'products', 'dnyaneshwari')
  longSpeech = await demoSound('dnyaneshwari/01.mp3')
  speech = longSpeech.subarray(0, 30_000)
})
beforeEach(async () => {
  await withoutSound(shop())
  await emptyQueues(shop().db)
  await shop().db.query('delete from tracks where product_id = $1', [title])
})
afterEach(() => undo.splice(0).forEach((one) => one()))

type Edition = { state: string; fault: string | null; full_id: number | null; light_id: number | null }
const editionOf = async (mediaId: number) =>
  (
    await shop().db.query<Edition>('select state, fault, full_id, light_id from audio_editions where media_id = $1', [
      mediaId,
    ])
  )[0]
const queue = () => queueRecordings(shop().context, works)
const run = () => runAudioQueue(shop().context, { works })
/** The next try is due. */
const untilDue = () => shop().db.query(`update pgboss.job set start_after = '2020-01-01' where name = 'audio'`)

describe('the queue of sound', () => {
  it('[SO-4] without ffmpeg levels what mp3 can, says why the rest is missing, and makes it later', async () => {
    const { mediaId } = await addTrackOf(shop(), title, speech)
    await queue()
    undo.push(insteadOfFfmpeg(undefined))
    await run()
    expect(await editionOf(mediaId)).toMatchObject({ state: 'ready', fault: 'noFfmpeg', light_id: null })
    undo.splice(0).forEach((one) => one())
    const { cookie } = await enterDesk(shop(), 'editor')
    const reply = await sendAt(shop(), cookie, endpoints.deskSoundRetry, { id: title })
    expect(reply.json<{ title: { tracks: object[] } }>().title.tracks).toMatchObject([
      { state: 'waiting', fault: null },
    ])
    await queue()
    await run()
    expect(await editionOf(mediaId)).toMatchObject({ state: 'ready', fault: isAble ? null : 'noFfmpeg' })
  })

  it('[SO-4] tries again what was killed, and at last says so where it can be asked for once more', async () => {
    const { mediaId } = await addTrackOf(shop(), title, speech)
    await queue()
    undo.push(insteadOfFfmpeg('kill -9 $$'))
    await run()
    expect(await editionOf(mediaId)).toMatchObject({ state: 'waiting', fault: 'killed' })
    const { cookie } = await enterDesk(shop(), 'editor')
    const seen = async () =>
      (await sendAt(shop(), cookie, endpoints.deskSound, { id: title })).json<{ title: { tracks: object[] } }>().title
        .tracks[0]
    expect(await seen()).toMatchObject({ state: 'waiting', fault: 'killed' })
    await shop().db.query(`update pgboss.job set retry_count = retry_limit where name = 'audio'`)
    await untilDue()
    await run()
    expect(await seen()).toMatchObject({ state: 'failed', fault: 'killed' })
    undo.splice(0).forEach((one) => one())
    expect(await queue()).toBe(0)
    await sendAt(shop(), cookie, endpoints.deskSoundRetry, { id: title })
    expect(await queue()).toBe(1)
    await run()
    expect(await seen()).toMatchObject({ state: 'ready' })
    const [action] = await shop().db.query(`select who from operator_actions where action = 'sound again'`)
    expect(String(action?.['who'])).toMatch(/^editor/)
  })

  it('[SO-4] ends an ffmpeg that hangs, says so, and tries again', async () => {
    const { mediaId } = await addTrackOf(shop(), title, speech)
    const pids = join(mkdtempSync(join(tmpdir(), 'hanging-')), 'pids')
    undo.push(() => rmSync(dirname(pids), { recursive: true, force: true }))
    undo.push(insteadOfFfmpeg(`echo $$ >> ${pids}; exec /bin/sleep 600`))
    await queue()
    const impatient = recordingsBy(new URL('../support/impatient-process.ts', import.meta.url))
    await runAudioQueue(shop().context, { works: [impatient] })
    expect(await editionOf(mediaId)).toMatchObject({ state: 'waiting', fault: 'hanging', full_id: null })
    const started = readFileSync(pids, 'utf8').trim().split('\n')
    expect([started.length > 0, started.filter((pid) => existsSync(`/proc/${pid}`))]).toEqual([true, []])
    undo.splice(0).forEach((one) => one())
    await untilDue()
    expect(await run()).toBe(1)
    expect(await editionOf(mediaId)).toMatchObject({ state: 'ready' })
  })

  it('[SO-4] gives up a recording that killed its process each time', async () => {
    const { mediaId } = await addTrackOf(shop(), title, speech)
    await queue()
    // What pg-boss does when the heart of the last try no longer beats.
    await shop().db.query(`update pgboss.job set retry_count = retry_limit where name = 'audio'`)
    const boss = bossOn(shop().db)
    const [job] = await boss.fetch('audio', { includeMetadata: true })
    await boss.fail('audio', { id: job?.id ?? '', retryCount: job?.retryCount ?? 0 })
    expect((await editionOf(mediaId))?.state).toBe('waiting')
    expect(await run()).toBe(0)
    expect(await editionOf(mediaId)).toMatchObject({ state: 'failed', fault: 'killed' })
  })

  it('[SO-4] a recording that is not in the store is told, and the others go on', async () => {
    const gone = await addTrackOf(shop(), title, synthesized('sine=f=300:d=3'))
    const there = await addTrackOf(shop(), title, synthesized('sine=f=310:d=3'))
    const [row] = await shop().db.query<{ path: string }>('select path from media_files where id = $1', [gone.mediaId])
    await shop().context.media.remove(row?.path ?? '')
    await queue()
    expect(await run()).toBe(1)
    expect(await editionOf(gone.mediaId)).toMatchObject({ state: 'waiting', fault: 'missing' })
    expect(await editionOf(there.mediaId)).toMatchObject({ state: 'ready' })
  })

  it.skipIf(!isAble)(
    '[SO-4] an edition whose file is gone gives way to the next larger one, and is made anew (needs ffmpeg)',
    async () => {
      const listener = await signedIn(shop())
      await grant(shop().context, listener.id, title, 'purchase')
      const { key, mediaId } = await addTrackOf(shop(), title, synthesized('sine=f=320:d=6'))
      const prepare = async () => {
        await queue()
        expect(await run()).toBe(1)
      }
      await prepare()
      const paths = `select m.path as recording, f.path as full, l.path as light from audio_editions e join media_files m on m.id = e.media_id
        join media_files f on f.id = e.full_id join media_files l on l.id = e.light_id where e.media_id = $1`
      const [prepared] = await shop().db.query<{ recording: string; full: string; light: string }>(paths, [mediaId])
      const playing = async () => {
        const signed = await signTrack(shop().context, listener.id, { url: titleUrl(title), key, edition: 'light' })
        const { statusCode } = await shop().app.inject(signed?.address ?? '')
        return [statusCode, signed?.edition, /audio\/\w+\.mp3/.exec(signed?.address ?? '')?.[0]]
      }
      expect(await playing()).toEqual([200, 'light', prepared?.light])
      await shop().context.media.remove(prepared?.light ?? '')
      // Two listeners at once.
      const full = [200, 'full', prepared?.full]
      expect(await Promise.all([playing(), playing()])).toEqual([full, full])
      await shop().context.media.remove(prepared?.full ?? '')
      expect(await playing()).toEqual([200, 'full', prepared?.recording])
      expect(await editionOf(mediaId)).toMatchObject({ state: 'waiting', full_id: null, light_id: null })
      await prepare()
      expect(await playing()).toEqual([200, 'light', prepared?.light])
      expect(await shop().db.query(paths, [mediaId])).toEqual([prepared])
    },
  )

  it.skipIf(!canMount)(`[SO-4] waits for room on the disk${unmountable}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'full-'))
    const disk = smallDisk(folder, 1)
    const before = process.env['TMPDIR']
    process.env['TMPDIR'] = folder
    undo.push(() => {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
      disk.remove()
      rmSync(folder, { recursive: true, force: true })
    })
    // The recording has room, its editions have none.
    const { mediaId } = await addTrackOf(shop(), title, synthesized('sine=f=300:d=90', ['-ac', '1']))
    writeFileSync(join(folder, 'filler'), Buffer.alloc(450_000))
    await queue()
    await run()
    expect(await editionOf(mediaId)).toMatchObject({ state: 'waiting', fault: 'diskFull', full_id: null })
    expect(readdirSync(folder)).toEqual(['filler'])
    disk.grow(64)
    await untilDue()
    expect(await run()).toBe(1)
    expect(await editionOf(mediaId)).toMatchObject({ state: 'ready', fault: null })
  })
})

/** A process that works on the queue of this database, as the worker of a shop does. */
async function startWorker(temp: string) {
  const { host, user } = inject('cluster')
  const [row] = await shop().db.query<{ database: string }>('select current_database() as database')
  const script = new URL('../support/sound-worker.ts', import.meta.url).pathname
  const words = [script, JSON.stringify({ host, user, ...row, media: shop().media })]
  return spawn(process.execPath, words, { env: { ...process.env, TMPDIR: temp }, stdio: 'ignore' })
}

const storedSounds = () => readdirSync(join(shop().media, 'audio')).length
const soundRows = async () =>
  (await shop().db.query(`select 1 from media_files where kind = 'audio' and path like 'audio/%'`)).length

describe('a worker that is killed in the middle', () => {
  it('[SO-4] leaves nothing behind; the next one makes the editions, once', async () => {
    const temp = mkdtempSync(join(tmpdir(), 'killed-'))
    undo.push(() => rmSync(temp, { recursive: true, force: true }))
    const { mediaId } = await addTrackOf(shop(), title, Buffer.concat(Array.from({ length: 3 }, () => longSpeech)))
    const before = { files: storedSounds(), rows: await soundRows() }
    await queue()
    const worker = await startWorker(temp)
    const isEncoding = () =>
      readdirSync(temp, { recursive: true, encoding: 'utf8' }).some((name) => /full|light/.test(name))
    await expect.poll(isEncoding, { timeout: 60_000, interval: 20 }).toBe(true)
    worker.kill('SIGKILL')
    await expect.poll(() => readdirSync(temp), { timeout: 10_000 }).toEqual([])
    expect(await editionOf(mediaId)).toMatchObject({ state: 'waiting', full_id: null })
    // Its heart has not beaten for half a minute.
    await shop().db.query(`update pgboss.job set heartbeat_on = '2020-01-01' where name = 'audio'`)
    await bossOn(shop().db).supervise('audio')
    await untilDue()
    const [one, other] = await Promise.all([run(), run()])
    expect(one + other).toBe(1)
    const { full_id: full, light_id: light, state } = (await editionOf(mediaId)) ?? {}
    expect(state).toBe('ready')
    // Of a small recording both editions are the same file.
    const editions = new Set([full, light].filter((id) => id !== null)).size
    expect([storedSounds() - before.files, (await soundRows()) - before.rows]).toEqual([editions, editions])
  })
})

/** A folder of a catalog with one title whose sound is this file. */
function catalogFolder(key: string, name: string, bytes: Buffer): { folder: string; file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'titles.csv'), `key,name,author,language,sound\n${key},${key},Asha,en,${name}\n`)
  writeFileSync(join(folder, name), bytes)
  return { folder, file: join(folder, name) }
}

async function bring(path: string): Promise<{ reasons: string[]; result: unknown }> {
  const reasons: string[] = []
  const callbacks = {
    report: ({ reason, isWarning }: { reason: string; isWarning?: boolean }) =>
      void (isWarning || reasons.push(reason)),
    progress: () => undefined,
  }
  const result = await importFolder(shop().context, { path }, callbacks)
  return { reasons, result }
}

const audioOf = async (key: string) =>
  (
    await shop().db.query<{ path: string | null }>(
      `select m.path from products p join tracks t on t.product_id = p.id left join media_files m on m.id = t.audio_id where p.key = $1`,
      [key],
    )
  ).map(({ path }) => path)

describe('imports of sound', () => {
  it('[SO-1] a file that is written to while it is read is refused, and taken when it is complete', async () => {
    const { folder, file } = catalogFolder('growing', 'one.mp3', bareSpeech())
    const { media } = shop().context
    const put = media.put.bind(media)
    // The upload of the publisher goes on while the shop copies the file.
    media.put = async (path, content) => {
      appendFileSync(file, bareSpeech().subarray(0, 5_000))
      return put(path, content)
    }
    const files = storedSounds()
    expect((await bring(folder)).reasons).toContain('changedMeanwhile')
    media.put = put
    expect([await audioOf('growing'), storedSounds() - files]).toEqual([[], 0])
    expect((await bring(folder)).reasons).toEqual([])
    const [path = ''] = await audioOf('growing')
    expect(readFileSync(join(shop().media, path ?? '')).equals(readFileSync(file))).toBe(true)
  })

  it('[SO-1] a file stays whose sound was left behind once, and is stored again', async () => {
    const { folder, file } = catalogFolder('left-behind', 'one.mp3', synthesized('sine=f=350:d=3'))
    const { db, media, now } = shop().context
    const old = new Date(now().getTime() - 7_200_000)
    const path = `audio/${contentName(readFileSync(file))}.mp3`
    await noteOrphanedMedia(db, path, old)
    const put = media.put.bind(media)
    // The clean-up comes between the object and its row.
    media.put = async (one, content) => {
      await put(one, content)
      await removeOrphanedMedia(shop().context)
    }
    expect((await bring(folder)).reasons).toEqual([])
    media.put = put
    expect([await audioOf('left-behind'), await media.stat(path)]).toEqual([[path], expect.anything()])
  })

  it('[SO-1] ten at once: one is done, the others are told, and nothing exists twice', async () => {
    const sound = synthesized('sine=f=550:d=3')
    const folders = Array.from({ length: 10 }, (_, at) => catalogFolder(`ten-${at}`, 'one.mp3', sound).folder)
    const { media } = shop().context
    const put = media.put.bind(media)
    undo.push(() => void (media.put = put))
    let [answered, arrived] = [0, 0]
    let goOn = (): void => undefined
    const gate = new Promise<void>((resolve) => (goOn = resolve))
    // The first one is in the middle until the others have their answers, or one of them is in the middle too.
    media.put = async (path, content) => {
      if ((arrived += 1) > 1) goOn()
      await gate
      return put(path, content)
    }
    const bringOne = async (folder: string) => {
      const one = await bring(folder)
      if ((answered += 1) === 9) goOn()
      return one
    }
    const files = storedSounds()
    const results = await Promise.all(folders.map(bringOne))
    const refused = folders.filter((_, at) => results[at]?.result === 'busy')
    expect(results.flatMap(({ reasons }) => reasons)).toEqual([])
    expect(refused).toHaveLength(9)
    for (const folder of refused) expect((await bring(folder)).reasons).toEqual([])
    for (const at of folders.keys()) expect(await audioOf(`ten-${at}`)).toHaveLength(1)
    // One content is one file, whose editions are made once.
    expect(storedSounds() - files).toBe(1)
    expect(await queue()).toBe(1)
  })
})
