import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { createAltcha } from '../../../src/server/adapters/captcha/altcha.ts'
import { buildApp } from '../../../src/server/app.ts'
import { encode, captchaProof, solveCaptcha } from '../support/captcha.ts'
import { call, send, useShop } from '../support/shop.ts'

const shop = useShop('empty')
// The captcha library reads the time of the machine, not the clock of the test.
beforeAll(() => void (shop().clock.now = new Date()))

const newProof = () => captchaProof(shop())

const LETTER = {
  first_name: 'Asha',
  last_name: 'Joshi',
  email: 'asha@example.test',
  mobile: '9876543210',
  comments: 'नमस्कार',
  type: 'writer',
}
let caller = 0
/** Every request has another network address, because the limit has its own test. */
function write(
  letter: Record<string, unknown>,
  remoteAddress = `10.1.${Math.floor((caller += 1) / 250)}.${caller % 250}`,
) {
  return shop().app.inject({ method: 'POST', url: endpoints.contactUs.path, payload: letter, remoteAddress })
}
const storedContacts = () => shop().db.query<Record<string, string>>('select * from contacts order by id')
const last = async () => (await storedContacts()).at(-1)

describe('a contact message', () => {
  it('[AB-3] is stored with its type and sanitised fields', async () => {
    const response = await write({
      ...LETTER,
      first_name: '  श्री  ',
      mobile: '+91 ९८७६५ ४३२१०',
      altcha: await newProof(),
    })
    expect([response.statusCode, response.json()]).toEqual([200, { status: true }])
    expect(await last()).toMatchObject({ ...LETTER, first_name: 'श्री', mobile: '+919876543210' })
  })

  it('[WD-2] takes the number of another country with its code, and no number that does not exist', async () => {
    const sent = await write({ ...LETTER, mobile: '+65 8123 4567', altcha: await newProof() })
    expect([sent.statusCode, (await last())?.['mobile']]).toEqual([200, '+6581234567'])
    const refused = await write({ ...LETTER, mobile: '1234567890', altcha: await newProof() })
    expect(refused.json()).toMatchObject({ fault: 'badInput', fields: { mobile: 'mobile' } })
  })

  it('[AB-3] without a type is from a customer', async () => {
    const { type: _, ...untyped } = LETTER
    expect((await write({ ...untyped, altcha: await newProof() })).statusCode).toBe(200)
    expect((await last())?.['type']).toBe('customer')
  })

  it('[AB-3] with HTML tags is stored as plain text', async () => {
    const comments = `<script>alert(1)</script>\n<img src=x onerror=alert(1)> 1 < 2 & "so"; drop table contacts;--`
    expect((await write({ ...LETTER, comments, altcha: await newProof() })).statusCode).toBe(200)
    expect((await last())?.['comments']).toBe(comments)
  })

  it('[AB-3] loses invisible characters, and line breaks that could end a mail header', async () => {
    const sent = { ...LETTER, first_name: 'Asha\r\nBcc', comments: 'one\r\n\u202Etwo\u0007', altcha: await newProof() }
    expect((await write(sent)).statusCode).toBe(200)
    expect(await last()).toMatchObject({ first_name: 'Asha Bcc', comments: 'one\ntwo' })
  })

  it.each([
    ['first_name', '', 'required'],
    ['first_name', 'Asha1', 'letters'],
    ['last_name', 'x'.repeat(51), 'tooLong'],
    ['last_name', '😀', 'letters'],
    ['email', 'asha', 'email'],
    ['email', `a@b.test\r\nBcc: c@d.test`, 'email'],
    ['email', `${'x'.repeat(45)}@b.test`, 'tooLong'],
    ['mobile', '12345', 'mobile'],
    ['mobile', '98765432101', 'tooLong'],
    ['comments', '   ', 'required'],
    ['comments', 'क'.repeat(501), 'tooLong'],
    ['comments', ['x'], 'type'],
    ['type', 'admin', 'type'],
    ['status', 'answered', 'unknown'],
  ])('[AB-3] is refused when %s is %j', async (field, value, code) => {
    const before = (await storedContacts()).length
    const response = await write({ ...LETTER, [field]: value, altcha: 'unread' })
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { status: false, fault: 'badInput', fields: { [field]: code } },
    ])
    expect((await storedContacts()).length).toBe(before)
  })

  it('[AB-3] that is sent again within an hour, because its reply was lost, is stored once', async () => {
    const before = (await storedContacts()).length
    const comments = 'Where is my order?'
    const sendAgain = async (more = {}) => write({ ...LETTER, comments, ...more, altcha: await newProof() })
    const together = await Promise.all([sendAgain(), sendAgain(), sendAgain({ email: 'Asha@example.test' })])
    const replies = [...together, await sendAgain()].map((reply) => [reply.statusCode, reply.json()])
    expect(replies).toEqual(Array(4).fill([200, { status: true }]))
    const stored = async () => (await storedContacts()).length - before
    expect(await stored()).toBe(1)
    // What is corrected is not lost.
    await sendAgain({ mobile: '9876543211' })
    await sendAgain({ comments: `${comments} Number 5.` })
    expect(await stored()).toBe(3)
    await shop().db.query(`update contacts set created_at = created_at - interval '61 minutes'`)
    await sendAgain()
    expect(await stored()).toBe(4)
  })

  it('[AB-3] may have five hundred characters, counted as PostgreSQL counts', async () => {
    expect((await write({ ...LETTER, comments: '𝒜'.repeat(500), altcha: await newProof() })).statusCode).toBe(200)
  })

  it('[AB-3] is refused after ten from one address in ten minutes, not from another', async () => {
    const answers = []
    for (let sent = 0; sent < 11; sent += 1) answers.push((await write(LETTER, '10.9.0.1')).statusCode)
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 422), 429])
    expect((await write(LETTER, '10.9.0.1')).json()).toEqual({ status: false, fault: 'tooMany', seconds: 600 })
    expect((await write(LETTER, '10.9.0.2')).statusCode).toBe(422)
  })
})

describe('the captcha of the contact form', () => {
  /** The fault of a reply, and how many messages were stored. */
  async function answerTo(altcha: string | undefined) {
    const before = (await storedContacts()).length
    const response = await write({ ...LETTER, ...(altcha !== undefined && { altcha }) })
    return [response.statusCode, response.json(), (await storedContacts()).length - before]
  }
  const REFUSED = [422, { status: false, fault: 'humanCheck', fields: { altcha: 'humanCheck' } }, 0]

  it.each([undefined, '', 'x', '{}', encode(null), encode({ challenge: {}, solution: {} })])(
    '[AD-4] refuses %s',
    async (payload) => {
      expect(await answerTo(payload)).toEqual(REFUSED)
    },
  )

  it('[AD-4] accepts a solution once of twenty requests at once', async () => {
    const altcha = await newProof()
    const answers = await Promise.all(Array.from({ length: 20 }, () => write({ ...LETTER, altcha })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await answerTo(altcha)).toEqual(REFUSED)
  })

  it('[AD-4] refuses an expired solution, and accepts one in time', async () => {
    const [expired, valid] = [await newProof(), await newProof()]
    const { now } = shop().clock
    shop().clock.now = new Date(now.getTime() + 10 * 60_000)
    expect(await answerTo(expired)).toEqual(REFUSED)
    shop().clock.now = new Date(now.getTime() + 9 * 60_000)
    expect((await write({ ...LETTER, altcha: valid })).statusCode).toBe(200)
    shop().clock.now = now
  })

  it('[AD-4] refuses a challenge with another signature, and one with less work or a longer life', async () => {
    expect(
      await answerTo(
        await solveCaptcha(await createAltcha({ secret: 'mine', cost: 10, counter: [1, 5] }).challenge(new Date())),
      ),
    ).toEqual(REFUSED)
    const { parameters, signature } = await call(shop(), endpoints.humanChallenge, {})
    expect(await answerTo(await solveCaptcha({ parameters: { ...parameters, keyPrefix: '00' }, signature }))).toEqual(
      REFUSED,
    )
    expect(
      await answerTo(
        await solveCaptcha({ parameters: { ...parameters, expiresAt: parameters.expiresAt + 3600 }, signature }),
      ),
    ).toEqual(REFUSED)
  })

  it('[AD-4] refuses an unsolved challenge', async () => {
    const { parameters, signature } = await call(shop(), endpoints.humanChallenge, {})
    expect(
      await answerTo(
        encode({
          challenge: { parameters, signature },
          solution: { counter: 1, derivedKey: parameters.keyPrefix.padEnd(64, '0') },
        }),
      ),
    ).toEqual(REFUSED)
  })

  it('[AD-4] does not spend a solution when the message could not be stored', async () => {
    const altcha = await newProof()
    const { captcha } = shop().context
    await shop().db.query('alter table contacts add constraint shut check (comments is null) not valid')
    const letter = { ...LETTER, comments: 'Written once', altcha }
    expect((await write(letter)).statusCode).toBe(500)
    await shop().db.query('alter table contacts drop constraint shut')
    expect((await write(letter)).statusCode).toBe(200)
    expect(await captcha.read(altcha, shop().clock.now)).toBeDefined()
  })

  it('[AD-4] deletes used solutions after they expire', async () => {
    const { now } = shop().clock
    shop().clock.now = new Date(now.getTime() + 60 * 60_000)
    await shop().db.query(`insert into used_challenges values ('kept', $1)`, [new Date(now.getTime() + 90 * 60_000)])
    const challenge = await shop().context.captcha.challenge(shop().clock.now)
    expect((await write({ ...LETTER, altcha: await solveCaptcha(challenge) })).statusCode).toBe(200)
    const marks = await shop().db.query<{ mark: string }>('select mark from used_challenges')
    expect(marks.map(({ mark }) => mark).toSorted()).toEqual([challenge.signature, 'kept'].toSorted())
    shop().clock.now = now
  })

  it('[AD-4] gives every caller a new challenge that no cache stores', async () => {
    const [one, two] = [
      await send(shop().app, endpoints.humanChallenge, {}),
      await send(shop().app, endpoints.humanChallenge, {}),
    ]
    expect(one.json().signature).not.toBe(two.json().signature)
    expect(one.headers['cache-control']).toBe('no-cache')
  })

  it('[OP-2] is refused after ten requests to any of the processes', async () => {
    const other = await buildApp(shop().context)
    const statuses = []
    for (let sent = 0; sent < 12; sent += 1) {
      const app = sent % 2 ? other : shop().app
      statuses.push(
        (
          await app.inject({
            method: 'POST',
            url: endpoints.contactUs.path,
            payload: LETTER,
            remoteAddress: '10.9.0.3',
          })
        ).statusCode,
      )
    }
    await other.close()
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429])
  })
})
