import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { hasFfmpeg } from '../../../src/server/audio/ffmpeg.ts'
import { bossOn } from '../../../src/server/db/job-schema.ts'
import { runUploadQueue } from '../../../src/server/desk/uploads/upload-queue.ts'
import { applyRetention } from '../../../src/server/privacy/retention.ts'
import { sendForm, textParts } from '../support/forms.ts'
import { picture, pictureFrame, SPEECH, SPEECH_SECONDS, bareSpeech, tag, textFrame } from '../support/mp3s.ts'
import { longWav, recording } from '../support/recordings.ts'
import { useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop('empty')
const PART = 100_000
const isAble = await hasFfmpeg()
let cookie = ''
beforeAll(async () => void ({ cookie } = await enterDesk(shop(), 'editor')))
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const start = async (name: string, bytes: Uint8Array, as = cookie) =>
  (await sendAt(shop(), as, endpoints.deskStartUpload, { name, size: bytes.length, fingerprint: sha(bytes) })).json()
const sendPart = (upload: string, offset: number, bytes: Uint8Array, { digest = sha(bytes), headers = {} } = {}) =>
  sendForm(
    shop(),
    endpoints.deskSendPart,
    [...textParts({ offset: String(offset), digest }), { name: 'part', file: 'part', bytes }],
    { headers: { cookie, ...headers }, params: { upload } },
  )
const finish = async (upload: string) => (await sendAt(shop(), cookie, endpoints.deskFinishUpload, { upload })).json()
const stateOf = async (upload: string, as = cookie) =>
  (await sendAt(shop(), as, endpoints.deskUploadState, { upload })).json()
const rethrow = (error: unknown): never => {
  throw error
}
const work = (failed: (error: unknown) => void = rethrow) => runUploadQueue(shop().context, { failed })

async function sendWhole(name: string, bytes: Buffer): Promise<string> {
  const { upload, offset } = await start(name, bytes)
  for (let from = offset; from < bytes.length; from += PART)
    await sendPart(upload, from, bytes.subarray(from, from + PART))
  return upload
}

/** Sends a file and lets a process of the shop store it. */
async function send(name: string, bytes: Buffer) {
  const upload = await sendWhole(name, bytes)
  const reply = await finish(upload)
  if (reply.fault) return reply
  await work()
  return stateOf(upload)
}

describe('a file that is sent to the desk', () => {
  it('[DK-3] goes on after a cut line where it stopped, and is stored with what its tags say', async () => {
    const cover = await picture(700)
    const bytes = Buffer.concat([
      tag([textFrame('TIT2', 'पहिला भाग'), textFrame('TRCK', '3/9'), textFrame('TALB', 'Album'), pictureFrame(cover)]),
      bareSpeech(),
    ])
    const { upload } = await start('03.mp3', bytes)
    await sendPart(upload, 0, bytes.subarray(0, PART))
    expect((await finish(upload)).fault).toBe('uploadOpen')
    const again = await start('03.mp3', bytes)
    expect(again).toMatchObject({ upload, offset: PART })
    const repeated = await sendPart(upload, 0, bytes.subarray(0, PART))
    expect(repeated.body.offset).toBe(PART)
    const { file: stored } = await send('03.mp3', bytes)
    expect(stored).toMatchObject({
      kind: 'audio',
      track: 3,
      album: 'Album',
      translations: { mr: { name: 'पहिला भाग' } },
    })
    expect(stored.seconds).toBeCloseTo(SPEECH_SECONDS, 0)
    expect(stored.cover).toMatch(/^media\/covers\//)
    expect(readFileSync(join(shop().media, stored.path.slice(6))).equals(bytes)).toBe(true)
    expect((await finish(upload)).file).toEqual(stored)
    expect(await shop().db.query('select 1 from desk_upload_parts')).toEqual([])
    expect(readdirSync(shop().incoming)).toEqual([])
  })

  it('[DK-3] is told at once what it is when its first bytes say that it is no sound', async () => {
    const wrong: [string, Buffer, string][] = [
      ['talk.mp3', Buffer.from('%PDF-1.7 something'), 'pdf'],
      ['talk.mp3', Buffer.from('PK\u0003\u0004 something'), 'zip'],
      ['talk.mp3', Buffer.from('मराठी मजकूर'), 'text'],
    ]
    for (const [name, bytes, kind] of wrong)
      expect([kind, await finish(await sendWhole(name, bytes))]).toEqual([
        kind,
        { status: false, fault: 'wrongFile', fields: { file: kind } },
      ])
    expect(await work()).toBe(0)
  })

  it('[DK-3] is told later what is wrong with it when only decoding finds it, and may be sent again', async () => {
    const wrong: [string, Buffer, string][] = [
      ['talk.mp3', Buffer.from('RIFF....WAVEfmt something'), isAble ? 'notDecodable' : 'wav'],
      ['cover.jpg', Buffer.from('\u00ff\u00d8\u00ff broken picture', 'latin1'), 'notPicture'],
    ]
    for (const [name, bytes, reason] of wrong) {
      expect(await send(name, bytes)).toMatchObject({ state: 'failed', reason, file: null })
      expect((await start(name, bytes)).offset).toBe(0)
    }
    expect((await send('cover.png', await picture(300))).file).toMatchObject({ kind: 'picture', is_small: true })
  })

  it.skipIf(!isAble)('[DK-3] [SO-1] in another format is encoded, and its original is stored', async () => {
    for (const format of ['m4a', 'ogg']) {
      const bytes = recording(`tone.${format}`)
      const { file: stored } = await send(`talk.${format}`, bytes)
      expect(stored).toMatchObject({
        kind: 'audio',
        path: expect.stringMatching(/^media\/audio\/.*\.mp3$/),
      })
      const [row] = await shop().db.query<{ original: string }>('select original from media_files where path = $1', [
        stored.path.slice('media/'.length),
      ])
      expect(row?.original).toMatch(new RegExp(`\\.${format}$`))
      expect(readFileSync(join(shop().media, row?.original ?? '')).equals(bytes)).toBe(true)
    }
    expect(readdirSync(shop().incoming)).toEqual([])
  })

  it.skipIf(isAble)('[DK-3] in another format is named when there is no ffmpeg', async () => {
    expect(await send('talk.m4a', recording('tone.m4a'))).toMatchObject({ state: 'failed', reason: 'm4a' })
  })

  it('[DK-3] of a damaged part is not stored, and nobody else goes on with it', async () => {
    const { upload } = await start('01.mp3', SPEECH)
    const part = SPEECH.subarray(0, PART)
    expect((await sendPart(upload, 0, part, { digest: sha(Buffer.from('x')) })).body.fault).toBe('damagedPart')
    const other = await enterDesk(shop(), 'editor')
    expect((await sendPart(upload, 0, part, { headers: { cookie: other.cookie } })).body.fault).toBe('uploadGone')
    expect((await start('01.mp3', SPEECH, other.cookie)).upload).not.toBe(upload)
  })

  it('[DK-3] is stored once by two processes, however often its page asks', async () => {
    const bytes = Buffer.concat([tag([textFrame('TIT2', 'Twice')]), bareSpeech()])
    const upload = await sendWhole('twice.mp3', bytes)
    const asked = await Promise.all([finish(upload), finish(upload), finish(upload)])
    expect(asked.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
    expect(await stateOf(upload)).toMatchObject({ state: 'waiting', percent: null, file: null, reason: null })
    const [one, other] = await Promise.all([work(), work()])
    expect(one + other).toBe(1)
    expect(await stateOf(upload)).toMatchObject({ state: 'ready', percent: 100, file: { kind: 'audio' } })
    const other2 = await enterDesk(shop(), 'editor')
    expect((await stateOf(upload, other2.cookie)).fault).toBe('uploadGone')
  })

  it('[DK-3] is taken up by the next process when one is killed over it', async () => {
    const upload = await sendWhole('killed.mp3', Buffer.concat([tag([textFrame('TIT2', 'Killed')]), bareSpeech()]))
    await finish(upload)
    const boss = bossOn(shop().db)
    // As a process that is killed leaves it: fetched, and silent from then on.
    expect(await boss.fetch('upload')).toHaveLength(1)
    expect((await stateOf(upload)).state).toBe('encoding')
    expect(await work()).toBe(0)
    shop().clock.now = new Date(shop().clock.now.getTime() + 61_000)
    await boss.supervise()
    expect((await stateOf(upload)).state).toBe('waiting')
    shop().clock.now = new Date(shop().clock.now.getTime() + 61_000)
    expect(await work()).toBe(1)
    expect((await stateOf(upload)).state).toBe('ready')
  })

  it('[DK-3] that the shop cannot store is tried four times, called failed, and begun again when asked', async () => {
    const upload = await sendWhole('disk.mp3', Buffer.concat([tag([textFrame('TIT2', 'Disk')]), bareSpeech()]))
    await finish(upload)
    const { put } = shop().context.media
    shop().context.media.put = () => Promise.reject(new Error('the disk is full'))
    const seen: unknown[] = []
    for (let tries = 0; tries < 4; tries += 1) {
      await work((error) => seen.push(error))
      shop().clock.now = new Date(shop().clock.now.getTime() + 61_000)
    }
    shop().context.media.put = put
    expect(seen).toHaveLength(4)
    expect(await stateOf(upload)).toMatchObject({ state: 'failed', reason: 'notStored' })
    expect((await finish(upload)).state).toBe('waiting')
    await work()
    expect((await stateOf(upload)).state).toBe('ready')
  })

  it.skipIf(!isAble)('[DK-3] tells how much of it is encoded, and a stop leaves it to the next process', async () => {
    // Still being encoded when a quick machine is told to stop.
    const minutes = longWav(900)
    const upload = await sendWhole('long.wav', minutes)
    await finish(upload)
    const stopping = new AbortController()
    const working = runUploadQueue(shop().context, { stop: stopping.signal })
    const percents = async () => (await stateOf(upload)).percent
    await vi.waitUntil(async () => Number(await percents()) > 0, { timeout: 60_000, interval: 5 })
    stopping.abort()
    expect(await working).toBe(0)
    expect((await stateOf(upload)).state).toBe('waiting')
    expect(readdirSync(shop().incoming)).toEqual([])
    shop().clock.now = new Date(shop().clock.now.getTime() + 61_000)
    await work()
    const { state, file } = await stateOf(upload)
    expect([state, Math.round(file.seconds)]).toEqual(['ready', 900])
  })

  it('[DK-2] is refused unread from another site, for other roles and without a session', async () => {
    const { upload } = await start('01.mp3', SPEECH)
    const part = SPEECH.subarray(0, PART)
    const support = await enterDesk(shop(), 'support')
    const status = async (headers: Record<string, string>) => (await sendPart(upload, 0, part, { headers })).status
    expect(await status({ origin: 'https://evil.test' })).toBe(403)
    expect(await status({ origin: 'null' })).toBe(403)
    expect(await status({ cookie: support.cookie })).toBe(403)
    expect(await status({ cookie: '' })).toBe(401)
    expect(await status({ origin: 'https://shop.test' })).toBe(200)
  })

  it('[DK-3] is forgotten two days after its last part', async () => {
    const { upload } = await start('left.mp3', SPEECH)
    await sendPart(upload, 0, SPEECH.subarray(0, PART))
    shop().clock.now = new Date(shop().clock.now.getTime() + 2 * 86_400_000 + 1)
    await applyRetention(shop().context, (error) => {
      throw error
    })
    expect(await shop().db.query('select 1 from desk_uploads')).toEqual([])
    expect(await shop().db.query('select 1 from desk_upload_parts')).toEqual([])
  })
})
