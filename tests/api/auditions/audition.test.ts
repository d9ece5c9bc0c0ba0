import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AUDITION_MAX_BYTES } from '#contract/fields/file-kinds.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { deleteOldAuditions } from '../../../src/server/auditions/auditions.ts'
import { removeOrphanedMedia } from '../../../src/server/adapters/media/orphaned-media.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { sendForm, textParts } from '../support/forms.ts'
import { ask, makeListener, PASSWORD } from '../support/personas.ts'
import { encode, captchaProof } from '../support/captcha.ts'
import { FORM, longTone, recording } from '../support/recordings.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
let token = ''
let userId = 0
beforeAll(async () => {
  // The captcha library reads the time of the machine, not the clock of the test.
  shop().clock.now = new Date()
  userId = await makeListener(shop(), 'artist@x.test')
  token = await openSession(shop().context, userId)
})
beforeEach(async () => {
  await shop().db.query('delete from limits')
  // What other tests sent is not of today.
  await shop().db.query(`update auditions set created_at = created_at - interval '2 days'`)
})

type Sent = { fields?: Record<string, string>; name?: string; bytes?: Buffer; captcha?: string }
async function send({ fields = {}, name = 'voice.mp3', bytes = recording('tone.mp3'), captcha }: Sent = {}) {
  const form = { ...FORM, captcha: captcha ?? (await captchaProof(shop())), ...fields }
  return sendForm(
    shop(),
    endpoints.uploadAudition,
    [...textParts(form), { name: 'recorded_file', file: name, bytes }],
    { token },
  )
}
const storedAuditions = () => shop().db.query<Record<string, string>>('select * from auditions order by id')
const stored = () => readdir(join(shop().media, 'auditions')).catch(() => [])
const DONE = { status: 200, body: { status: true } }
const faulty = (status: number, fault: string, fields?: Record<string, string>) => ({
  status,
  body: { status: false, fault, ...(fields && { fields }) },
})
const WRONG_KIND = faulty(422, 'fileType', { recorded_file: 'fileType' })

describe('an audition', () => {
  it('[AD-1] without a captcha is refused before its recording is read', async () => {
    const unreadable = { name: 'voice.mp3', bytes: Buffer.from('no sound') }
    expect(await send({ ...unreadable, captcha: 'unread' })).toEqual(
      faulty(422, 'humanCheck', { captcha: 'humanCheck' }),
    )
    expect(await send(unreadable)).toEqual(WRONG_KIND)
  })

  it('[AD-1] is stored with sanitised fields, and its recording under a random name', async () => {
    const bytes = recording('tone.mp3')
    expect(await send()).toEqual(DONE)
    const row = (await storedAuditions()).at(-1)
    expect(row).toMatchObject({
      ...{
        first_name: 'Asha',
        last_name: 'कुलकर्णी',
        mobile: '9876543210',
        email: 'asha@example.test',
        city: 'पुणे',
        country: 'IN',
        birth_date: '1990-11-21',
      },
      ...{
        project_name: 'Panchatantra 2',
        has_recording_setup: true,
        is_professional: false,
        gender: 2,
        kind: 'mp3',
        bytes: bytes.length,
        user_id: userId,
      },
      file: expect.stringMatching(/^auditions\/[0-9a-f]{32}\.bin$/),
    })
    expect(
      Buffer.concat(
        await shop()
          .context.media.stream(row?.['file'] ?? '')
          .toArray(),
      ),
    ).toEqual(bytes)
    expect([await readdir(shop().incoming), await shop().db.query('select * from media_leftovers')]).toEqual([[], []])
  })

  it('[AD-3] has no address: its recording is not served', async () => {
    const path = (await storedAuditions()).at(-1)?.['file'] ?? ''
    const { address } = shop().context.signer.sign(path, shop().clock.now.getTime())
    for (const url of [`/media/${path}`, address]) {
      expect((await shop().app.inject({ url, headers: { authorization: `Token ${token}` } })).statusCode).toBe(404)
    }
  })

  it('[AD-1] needs neither birth date nor gender', async () => {
    expect(await send({ fields: { birth_date: '', gender: '' } })).toEqual(DONE)
    const { birth_date: _b, gender: _g, ...bare } = FORM
    const parts = textParts({ ...bare, project_name: 'Bare', captcha: await captchaProof(shop()) })
    expect(
      await sendForm(
        shop(),
        endpoints.uploadAudition,
        [...parts, { name: 'recorded_file', file: 'a.mp3', bytes: recording('tone.mp3') }],
        { token },
      ),
    ).toEqual(DONE)
    expect((await storedAuditions()).slice(-2)).toMatchObject([
      { birth_date: null, gender: null },
      { birth_date: null, gender: null },
    ])
  })

  it.each([
    ['first_name', '', 'required'],
    ['first_name', 'Asha1', 'letters'],
    ['last_name', 'क'.repeat(51), 'tooLong'],
    ['city', 'Pune 411', 'letters'],
    ['city', ' ', 'required'],
    ['mobile', '1234567890123456', 'tooLong'],
    ['mobile', 'phone', 'mobile'],
    ['email', 'asha@', 'email'],
    ['country', 'ZZ', 'country'],
    ['country', 'India', 'country'],
    ['birth_date', '31/02/1990', 'date'],
    ['birth_date', '1990', 'date'],
    ['birth_date', '2999-01-01', 'date'],
    ['birth_date', '2090-01-01', 'future'],
    ['project_name', '', 'required'],
    ['project_name', 'x'.repeat(51), 'tooLong'],
    ['is_recording_setup', '', 'required'],
    ['is_professional', 'maybe', 'type'],
    ['gender', '4', 'type'],
    ['terms', 'no', 'terms'],
    ['user_id', '1', 'unknown'],
  ])('[AD-1] is refused when %s is %j', async (field, value, code) => {
    const before = (await storedAuditions()).length
    expect(await send({ fields: { [field]: value }, captcha: 'unread' })).toEqual(
      faulty(400, 'badInput', { [field]: code }),
    )
    expect((await storedAuditions()).length).toBe(before)
  })

  it('[AD-1] is refused without a recording, and with two', async () => {
    const captcha = await captchaProof(shop())
    const none = await sendForm(shop(), endpoints.uploadAudition, textParts({ ...FORM, captcha }), { token })
    expect(none).toEqual(faulty(400, 'badInput', { recorded_file: 'required' }))
    const upload = '00000000-0000-4000-8000-000000000000'
    expect(await send({ fields: { upload }, captcha })).toEqual(faulty(400, 'badInput', { recorded_file: 'required' }))
  })

  it('[AD-2] needs a session: others are refused before their upload is read', async () => {
    expect(await sendForm(shop(), endpoints.uploadAudition, textParts(FORM))).toEqual(faulty(401, 'signedOut'))
    expect((await ask(shop(), endpoints.auditionPrefill, {})).body.fault).toBe('signedOut')
  })

  it('[AD-1] is prefilled from the profile, and with the city of the last audition', async () => {
    const { body } = await ask(shop(), endpoints.auditionPrefill, {}, { token })
    const prefilled = {
      first_name: 'Asha',
      last_name: 'Joshi',
      mobile: '9876543210',
      country: 'IN',
      gender: '',
      email: 'artist@x.test',
    }
    expect(body).toEqual({ status: true, data: { ...prefilled, city: 'पुणे' } })
    const other = await openSession(shop().context, await makeListener(shop(), 'new@x.test'))
    expect((await ask(shop(), endpoints.auditionPrefill, {}, { token: other })).body.data.city).toBe('')
  })

  it('[AD-1] is limited to five a day, and to thirty tries an hour', async () => {
    const fieldsOf = (part: number) => ({ project_name: `Part ${part}` })
    for (let sent = 0; sent < 5; sent += 1) expect((await send({ fields: fieldsOf(sent) })).status).toBe(200)
    const files = (await stored()).length
    const captcha = await captchaProof(shop())
    expect(await send({ captcha, fields: fieldsOf(6) })).toMatchObject({ status: 429, body: { fault: 'tooMany' } })
    expect((await stored()).length).toBe(files)
    // One of the five, whose reply was lost, is no sixth.
    expect([await send({ fields: fieldsOf(4) }), (await stored()).length]).toEqual([DONE, files])
    await shop().db.query('delete from limits')
    // The refused request did not spend the captcha.
    expect(await send({ captcha, fields: fieldsOf(6) })).toEqual(DONE)
    await shop().db.query('delete from limits')
    const tries = []
    for (let tried = 0; tried < 31; tried += 1) tries.push((await send({ captcha: 'unread' })).status)
    expect([tries.slice(0, 30).every((status) => status === 422), tries[30]]).toEqual([true, 429])
  })

  it('[AD-3] is erased with the account, and its recording too', async () => {
    const listener = await makeListener(shop(), 'leaving@x.test')
    const theirs = await openSession(shop().context, listener)
    const parts = textParts({ ...FORM, captcha: await captchaProof(shop()) })
    await sendForm(
      shop(),
      endpoints.uploadAudition,
      [...parts, { name: 'recorded_file', file: 'a.mp3', bytes: recording('tone.mp3') }],
      { token: theirs },
    )
    const [row] = await shop().db.query<{ file: string }>('select file from auditions where user_id = $1', [listener])
    expect(
      (await ask(shop(), endpoints.deleteAccount, { password: PASSWORD, confirmed: true }, { token: theirs })).body,
    ).toEqual({ status: true })
    expect([
      await shop().db.query('select 1 from auditions where user_id = $1', [listener]),
      await shop().context.media.stat(row?.file ?? ''),
    ]).toEqual([[], undefined])
  })
})

it('[AD-3] is deleted after a year, unless the operator retains it', async () => {
  const { now } = shop().clock
  await send()
  await send({ fields: { project_name: 'Retained' } })
  const [first, second] = (await storedAuditions()).slice(-2)
  await shop().db.query(`update auditions set created_at = created_at - interval '366 days' where id in ($1, $2)`, [
    first?.['id'],
    second?.['id'],
  ])
  await shop().db.query('update auditions set is_kept = true where id = $1', [second?.['id']])
  await deleteOldAuditions(shop().context)
  shop().clock.now = new Date(now.getTime() + 7_200_000)
  await removeOrphanedMedia(shop().context)
  shop().clock.now = now
  expect((await storedAuditions()).slice(-1)).toMatchObject([{ id: second?.['id'] }])
  const stands = async (row = first) => (await shop().context.media.stat(row?.['file'] ?? '')) !== undefined
  expect([await stands(first), await stands(second)]).toEqual([false, true])
})

describe('the captcha', () => {
  const UNPROVED = faulty(422, 'humanCheck', { captcha: 'humanCheck' })

  it.each(['', 'x', encode({ challenge: {}, solution: {} })])('[AD-4] refuses %j', async (captcha) =>
    expect(await send({ captcha })).toEqual(UNPROVED),
  )

  it('[AD-4] accepts a solution once of six requests at once, and stores no file of the others', async () => {
    const captcha = await captchaProof(shop())
    const files = (await stored()).length
    const answers = await Promise.all(Array.from({ length: 6 }, () => send({ captcha })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await send({ captcha })).toEqual(UNPROVED)
    expect([(await stored()).length, await shop().db.query('select * from media_leftovers')]).toEqual([files + 1, []])
  })

  it('[AD-4] does not spend a solution when the recording is refused', async () => {
    const captcha = await captchaProof(shop())
    expect(await send({ captcha, bytes: Buffer.from('<html></html>') })).toEqual(WRONG_KIND)
    expect(await send({ captcha })).toEqual(DONE)
  })
})

describe('a recording', () => {
  it.each([
    ['voice.mp3', 'tone.mp3'],
    ['VOICE.MP3', 'tone.mp3'],
    ['माझा आवाज.ogg', 'tone.ogg'],
    ['voice.ogx', 'tone.ogx'],
    ['voice.mp4', 'tone.mp4'],
    ['voice.m4a', 'tone.m4a'],
    ['my.voice.v2.wma', 'tone.wma'],
    ['voice.ac3', 'tone.ac3'],
  ])('[AD-3] named %s is accepted', async (name, file) => {
    expect(await send({ name, bytes: recording(file) })).toEqual(DONE)
    expect((await storedAuditions()).at(-1)).toMatchObject({
      bytes: recording(file).length,
      seconds: expect.closeTo(0.5, 0),
    })
  })

  const mp3 = recording('tone.mp3')
  const ogg = recording('tone.ogg')
  it.each<[string, string, Buffer]>([
    ['a page', 'voice.mp3', Buffer.from('<!doctype html><html><script>alert(1)</script></html>')],
    [
      'a page before the sound',
      'voice.mp3',
      Buffer.concat([Buffer.from('<html><script>alert(1)</script></html>'), mp3]),
    ],
    [
      'a page behind the sound',
      'voice.mp3',
      Buffer.concat([mp3, Buffer.from('<html><script>alert(1)</script></html>')]),
    ],
    [
      'a page in the tag of the sound',
      'voice.mp3',
      Buffer.concat([
        Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0020<script >alert(1)</script ><!-- '),
        mp3,
      ]),
    ],
    ['an archive behind the sound', 'voice.ogg', Buffer.concat([ogg, Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)])],
    ['a program', 'voice.mp3', Buffer.from('\u007fELF and so on', 'latin1')],
    ['another kind than its name says', 'voice.wma', mp3],
    ['mp3 called m4a', 'voice.m4a', mp3],
    ['ogg called mp3', 'voice.mp3', ogg],
    ['only the first letters of its kind', 'voice.ogg', Buffer.concat([Buffer.from('OggS'), Buffer.alloc(4_000, 7)])],
    [
      'only the tag of an mp3',
      'voice.mp3',
      Buffer.concat([Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0000'), Buffer.alloc(4_000)]),
    ],
    [
      'only the first letters of an mp4',
      'voice.mp4',
      Buffer.concat([Buffer.from('\u0000\u0000\u0000\u0020ftypisom'), Buffer.alloc(4_000)]),
    ],
    [
      'only the first frame of AC-3',
      'voice.ac3',
      Buffer.concat([recording('tone.ac3').subarray(0, 200), Buffer.alloc(4_000, 1)]),
    ],
    ['a picture that moves, without sound', 'voice.mp4', recording('silent.mp4')],
    ['nothing', 'voice.mp3', Buffer.alloc(0)],
    ['of an ending that is not of the list', 'voice.wav', mp3],
    ['of two endings', 'voice.mp3.html', mp3],
    ['of two endings, the other way round', 'voice.php.mp3', mp3],
    ['without an ending', 'voice', mp3],
    ['out of a folder above', '../../x.mp3', mp3],
    ['out of a folder of Windows', '..\\..\\x.mp3', mp3],
  ])('[AD-3] that is %s is refused', async (_what, name, bytes) => {
    const files = (await stored()).length
    expect(await send({ name, bytes })).toEqual(WRONG_KIND)
    expect([(await stored()).length, await readdir(shop().incoming)]).toEqual([files, []])
  })

  it('[AD-3] with 8,455,756 bytes is accepted, with one more it is refused', async () => {
    const bytes = longTone(AUDITION_MAX_BYTES + 1)
    expect(await send({ bytes: bytes.subarray(0, AUDITION_MAX_BYTES) })).toEqual(DONE)
    expect((await storedAuditions()).at(-1)).toMatchObject({ bytes: 8_455_756 })
    expect(await send({ bytes })).toEqual(faulty(413, 'fileSize', { recorded_file: 'fileSize' }))
  })
})
