import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { request as connectTo } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { AUDITION_MAX_BYTES, AUDITION_PART_BYTES } from '#contract/fields/file-kinds.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { createAltcha } from '../../../src/server/adapters/captcha/altcha.ts'
import { connect } from '../../../src/server/db/connect.ts'
import { createTempFiles } from '../../../src/server/runtime/temp-files.ts'
import { deleteExpiredRecordings } from '../../../src/server/auditions/recordings.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { FORM_TYPE, formOf, sendForm, textParts } from '../support/forms.ts'
import { advanceClock, ask, makeListener } from '../support/personas.ts'
import { captchaProof, solveCaptcha } from '../support/captcha.ts'
import { digestOf, FORM, longTone, recording } from '../support/recordings.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
let token = ''
beforeAll(async () => {
  shop().clock.now = new Date()
  token = await openSession(shop().context, await makeListener(shop(), 'artist@x.test'))
})
beforeEach(async () => {
  for (const table of ['limits', 'recordings']) await shop().db.query(`delete from ${table}`)
  // What other tests sent is not of today.
  await shop().db.query(`update auditions set created_at = created_at - interval '2 days'`)
})

const SOUND = longTone(AUDITION_PART_BYTES * 2 + 1_000)
const start = (bytes = SOUND, name = 'voice.mp3', by = token) =>
  ask(shop(), endpoints.startRecording, { name, size: bytes.length, digest: digestOf(bytes) }, { token: by })
const part = (
  upload: string,
  offset: number,
  bytes = SOUND.subarray(offset, offset + AUDITION_PART_BYTES),
  by = token,
) =>
  sendForm(
    shop(),
    endpoints.sendRecordingPart,
    [
      { name: 'offset', text: String(offset) },
      { name: 'part', file: 'blob', bytes },
    ],
    { token: by, params: { upload } },
  )
async function finish(upload: string, by = token, fields: Record<string, string> = {}) {
  return sendForm(
    shop(),
    endpoints.uploadAudition,
    textParts({ ...FORM, ...fields, captcha: await captchaProof(shop()), upload }),
    {
      token: by,
    },
  )
}
const storedAuditions = () =>
  shop().db.query<{ bytes: number; file: string }>('select bytes, file from auditions order by id')
const GONE = { status: 422, body: { status: false, fault: 'uploadGone' } }

async function sendAll(upload: string, bytes = SOUND): Promise<void> {
  for (let at = 0; at < bytes.length; at += AUDITION_PART_BYTES)
    await part(upload, at, bytes.subarray(at, at + AUDITION_PART_BYTES))
}

describe('a recording in parts', () => {
  it('[AD-1] becomes an audition with the same bytes, and leaves no parts', async () => {
    const { body } = await start()
    expect(body).toEqual({ status: true, upload: expect.stringMatching(/^[0-9a-f-]{36}$/), offset: 0 })
    expect((await part(body.upload, 0)).body).toEqual({ status: true, offset: AUDITION_PART_BYTES })
    expect((await part(body.upload, AUDITION_PART_BYTES)).body.offset).toBe(AUDITION_PART_BYTES * 2)
    expect((await part(body.upload, AUDITION_PART_BYTES * 2)).body.offset).toBe(SOUND.length)
    expect(await finish(body.upload)).toEqual({ status: 200, body: { status: true } })
    const file = (await storedAuditions()).at(-1)?.file ?? ''
    expect(Buffer.concat(await shop().context.media.stream(file).toArray()).equals(SOUND)).toBe(true)
    expect(await shop().db.query('select 1 from recording_parts')).toEqual([])
    await shop().db.query('delete from recordings')
    expect(await finish(body.upload)).toMatchObject({
      status: 422,
      body: { fault: 'uploadGone', fields: { recorded_file: 'uploadGone' } },
    })
  })

  it('[AD-1] whose reply was lost is not sent again, and is one audition of the five of a day', async () => {
    const before = (await storedAuditions()).length
    const { upload } = (await start()).body
    await sendAll(upload)
    const done = { status: 200, body: { status: true } }
    expect(await Promise.all([finish(upload), finish(upload)])).toEqual([done, done])
    expect((await start()).body).toEqual({ status: true, upload, offset: SOUND.length })
    expect(await finish(upload)).toEqual(done)
    const added = async () => (await storedAuditions()).slice(before)
    expect(await added()).toMatchObject([{ bytes: SOUND.length }])
    const spent = await shop().db.query(`select count from limits where key like 'audition:%'`)
    expect([spent, readdirSync(join(shop().media, 'auditions')).length]).toEqual([[{ count: 1 }], before + 1])
    // The same after another one was begun.
    await start(longTone(5_000))
    const again = (await start()).body
    expect(again.offset).toBe(0)
    await sendAll(again.upload)
    expect([await finish(again.upload), await shop().db.query('select 1 from recording_parts')]).toEqual([done, []])
    expect(await added()).toHaveLength(1)
    // What is corrected is another audition, of the same bytes.
    expect(await finish(again.upload, token, { project_name: 'Panchatantra 3' })).toEqual(done)
    const corrected = (await added()).at(-1)?.file ?? ''
    expect(await added()).toHaveLength(2)
    expect(Buffer.concat(await shop().context.media.stream(corrected).toArray()).equals(SOUND)).toBe(true)
    await shop().db.query(`update auditions set created_at = created_at - interval '25 hours'`)
    await finish(again.upload)
    expect(await added()).toHaveLength(3)
  })

  it('[AD-1] whose audition was deleted starts again', async () => {
    const { upload } = (await start()).body
    await sendAll(upload)
    await finish(upload)
    await shop().db.query('delete from auditions')
    expect((await finish(upload)).body.fault).toBe('uploadGone')
    expect((await start()).body.offset).toBe(0)
  })

  it('[AD-1] continues where it stopped when the same file is started again', async () => {
    const { upload } = (await start()).body
    await part(upload, 0)
    expect((await start(SOUND, 'renamed.mp3')).body).toEqual({ status: true, upload, offset: AUDITION_PART_BYTES })
    const other = longTone(5_000)
    const second = (await start(other)).body
    expect(second).toMatchObject({ offset: 0 })
    expect(await part(upload, AUDITION_PART_BYTES)).toEqual(GONE)
  })

  it('[AD-1] ignores repeated, misplaced and excess parts, and returns the expected offset', async () => {
    const { upload } = (await start()).body
    expect((await part(upload, AUDITION_PART_BYTES)).body).toEqual({ status: true, offset: 0 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => part(upload, 0)))
    expect(answers.map(({ body }) => body.offset)).toEqual(Array.from({ length: 5 }, () => AUDITION_PART_BYTES))
    await sendAll(upload)
    expect((await part(upload, SOUND.length, Buffer.from('more'))).body.offset).toBe(SOUND.length)
    const [sum] = await shop().db.query('select sum(length(bytes))::int as bytes from recording_parts')
    expect(sum).toEqual({ bytes: SOUND.length })
    expect(await finish(upload)).toMatchObject({ status: 200 })
  })

  it('[AD-1] belongs to one listener', async () => {
    const other = await openSession(shop().context, await makeListener(shop(), 'other@x.test'))
    const { upload } = (await start()).body
    await sendAll(upload)
    expect(await part(upload, 0, SOUND, other)).toMatchObject({ status: 413 })
    expect(await part(upload, 0, Buffer.from('x'), other)).toEqual(GONE)
    expect((await finish(upload, other)).body).toMatchObject({ fault: 'uploadGone' })
    expect((await start(SOUND, 'voice.mp3', other)).body).toMatchObject({ offset: 0 })
    expect((await part(upload, 0, Buffer.from('x'), '')).body.fault).toBe('signedOut')
    expect(
      (await ask(shop(), endpoints.startRecording, { name: 'a.mp3', size: 1, digest: 'a'.repeat(64) })).body.fault,
    ).toBe('signedOut')
  })

  it('[AD-3] is refused by name and size before the upload', async () => {
    expect((await start(SOUND, 'page.html')).body).toEqual({
      status: false,
      fault: 'fileType',
      fields: { recorded_file: 'fileType' },
    })
    const ask2 = (size: number) =>
      ask(shop(), endpoints.startRecording, { name: 'a.mp3', size, digest: 'a'.repeat(64) }, { token })
    expect((await ask2(AUDITION_MAX_BYTES + 1)).body).toEqual({
      status: false,
      fault: 'fileSize',
      fields: { recorded_file: 'fileSize' },
    })
    expect((await ask2(AUDITION_MAX_BYTES)).status).toBe(200)
    expect((await ask2(0)).status).toBe(400)
    expect(
      (await ask(shop(), endpoints.startRecording, { name: 'a.mp3', size: 5, digest: 'x' }, { token })).status,
    ).toBe(400)
  })

  it('[AD-3] without audio is refused, and its parts are deleted', async () => {
    const page = Buffer.from('<html><script>alert(1)</script></html>')
    const { upload } = (await start(page)).body
    await part(upload, 0, page)
    expect((await finish(upload)).body).toEqual({
      status: false,
      fault: 'fileType',
      fields: { recorded_file: 'fileType' },
    })
    expect((await start(page)).body).toMatchObject({ offset: 0 })
  })

  it('[AD-3] that differs from its announced digest is refused', async () => {
    const { upload } = (await start()).body
    await part(upload, 0)
    expect((await finish(upload)).body.fault).toBe('uploadGone')
    await part(upload, AUDITION_PART_BYTES, Buffer.alloc(AUDITION_PART_BYTES))
    await part(upload, AUDITION_PART_BYTES * 2)
    expect((await finish(upload)).body.fault).toBe('uploadGone')
    // The upload starts again.
    expect((await start()).body.offset).toBe(0)
  })

  it('[AD-1] expires a day after its last part', async () => {
    const { now } = shop().clock
    const { upload } = (await start()).body
    advanceClock(shop(), 80_000)
    await part(upload, 0)
    advanceClock(shop(), 80_000)
    await deleteExpiredRecordings(shop().context)
    expect((await part(upload, AUDITION_PART_BYTES)).body.offset).toBe(AUDITION_PART_BYTES * 2)
    advanceClock(shop(), 86_401)
    expect(await part(upload, AUDITION_PART_BYTES * 2)).toEqual(GONE)
    await deleteExpiredRecordings(shop().context)
    expect(await shop().db.query('select 1 from recordings where id = $1', [upload])).toEqual([])
    shop().clock.now = now
  })

  it('[AD-1] limits the number of parts', async () => {
    const { upload } = (await start()).body
    const first = (await part(upload, 0, Buffer.from('x'))).status
    await shop().db.query(`update limits set count = 350 where key like 'recordingPart:%'`)
    expect([first, await part(upload, 1, Buffer.from('x'))]).toMatchObject([
      200,
      { status: 429, body: { fault: 'tooMany' } },
    ])
  })
})

describe('temporary upload files', () => {
  it('[OP-3] of an ended process are removed, and those of a running one stay', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'shop-scratch-')), 'incoming')
    const tempFiles = createTempFiles(folder)
    const ownFile = await tempFiles.newFile()
    writeFileSync(ownFile, 'coming')
    writeFileSync(ownFile.replace(`.${process.pid}.`, '.999999.'), 'left')
    writeFileSync(join(folder, 'elsewhere.1.2.3'), 'of another machine')
    await tempFiles.forgetStale(new Date())
    expect(readdirSync(folder).toSorted()).toEqual([ownFile.split('/').at(-1), 'elsewhere.1.2.3'].toSorted())
    await tempFiles.forgetStale(new Date(Date.now() + 90_000_000))
    expect(readdirSync(folder)).toEqual([ownFile.split('/').at(-1)])
    rmSync(join(folder, '..'), { recursive: true })
  })
})

describe('a shop that is killed during an upload', () => {
  const base = mkdtempSync(join(tmpdir(), 'shop-killed-'))
  const running: ChildProcess[] = []
  afterAll(() => {
    running.forEach((child) => child.kill('SIGKILL'))
    rmSync(base, { recursive: true, force: true })
  })

  async function startProcess(): Promise<{ child: ChildProcess; address: string }> {
    const { host, user } = inject('cluster')
    const at = (name: string) => new URL(`../../../src/server/${name}`, import.meta.url).pathname
    const script = join(base, 'shop.ts')
    const url = `postgres://${user}@localhost/killed?host=${encodeURIComponent(host)}`
    const env = { DATA_DIR: join(base, 'data'), PORT: '0', DATABASE_URL: url, HUMAN_SECRET: 'a secret of the test' }
    writeFileSync(
      script,
      `
      import { readConfig } from '${at('config.ts')}'
      import { startShop } from '${at('main.ts')}'
      const loadDemo = async () => ({ titles: 0, source: { collections: {}, titles: [], folder: '/', replace: false } })
      const { address } = await startShop(readConfig(${JSON.stringify(env)}), undefined, { loadDemo })
      process.stdout.write(address)`,
    )
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
    running.push(child)
    return { child, address: await new Promise((done) => child.stdout.once('data', (text) => done(String(text)))) }
  }

  async function signIn(address: string): Promise<string> {
    const sent = { login_type: 'normal', email: 'listener@kathavani.test', password: 'Kathavani1' }
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) }
    return (await (await fetch(address + endpoints.login.path, init)).json()).token
  }

  it('[AD-1] has every acknowledged part after kill -9, continues, and leaves no partial file', async () => {
    const { host, user, empty } = inject('cluster')
    const root = connect({ host, user, database: 'postgres' }, 1)
    await root.query(`create database killed template ${empty}`)
    await root.close()
    const first = await startProcess()
    const authorization = `Token ${await signIn(first.address)}`
    const begin = async (address: string) => {
      const body = JSON.stringify({ name: 'voice.mp3', size: SOUND.length, digest: digestOf(SOUND) })
      const init = { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body }
      return (await fetch(address + endpoints.startRecording.path, init)).json()
    }
    const { upload } = await begin(first.address)
    const path = endpoints.sendRecordingPart.path.replace(':upload', upload)
    const form = (offset: number) =>
      formOf([
        { name: 'offset', text: String(offset) },
        { name: 'part', file: 'blob', bytes: SOUND.subarray(offset, offset + AUDITION_PART_BYTES) },
      ])
    const sendPart = async (address: string, offset: number) =>
      (
        await fetch(address + path, {
          method: 'POST',
          headers: { authorization, 'content-type': FORM_TYPE },
          body: new Uint8Array(form(offset)),
        })
      ).json()
    expect(await sendPart(first.address, 0)).toEqual({ status: true, offset: AUDITION_PART_BYTES })

    const half = connectTo(first.address + path, {
      method: 'POST',
      headers: { authorization, 'content-type': FORM_TYPE, 'content-length': form(1).length },
    })
    half.on('error', () => undefined)
    half.write(form(AUDITION_PART_BYTES).subarray(0, 100_000))
    const incoming = () => readdirSync(join(base, 'data/incoming'))
    await expect.poll(incoming).toHaveLength(1)
    first.child.kill('SIGKILL')
    await new Promise((done) => first.child.once('exit', done))
    expect(incoming()).toHaveLength(1)

    const { address } = await startProcess()
    expect(incoming()).toEqual([])
    expect(await begin(address)).toEqual({ status: true, upload, offset: AUDITION_PART_BYTES })
    expect(await sendPart(address, AUDITION_PART_BYTES)).toMatchObject({ offset: AUDITION_PART_BYTES * 2 })
    expect(await sendPart(address, AUDITION_PART_BYTES * 2)).toMatchObject({ offset: SOUND.length })
    const captcha = await solveCaptcha(
      await createAltcha({ secret: 'a secret of the test', cost: 10, counter: [1, 20] }).challenge(new Date()),
    )
    const last = formOf(textParts({ ...FORM, captcha, upload }))
    const init = { method: 'POST', headers: { authorization, 'content-type': FORM_TYPE }, body: new Uint8Array(last) }
    expect(await (await fetch(address + endpoints.uploadAudition.path, init)).json()).toEqual({ status: true })
    expect(readdirSync(join(base, 'data/media/auditions'))).toHaveLength(1)
  })
})

it('[AD-3] a small recording may be part of the form', async () => {
  const parts = [
    ...textParts({ ...FORM, captcha: await captchaProof(shop()) }),
    { name: 'recorded_file', file: 'a.ogg', bytes: recording('tone.ogg') },
  ]
  expect(await sendForm(shop(), endpoints.uploadAudition, parts, { token })).toEqual({
    status: 200,
    body: { status: true },
  })
})
