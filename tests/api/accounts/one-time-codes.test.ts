import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { advanceClock, ask, makeListener, sentTo } from '../support/personas.ts'
import { unsentJobs } from '../support/jobs.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
let number = 9_800_000_000
const newNumber = () => String((number += 1))
const send = (mobile_number: string, address?: string) => ask(shop(), endpoints.sendOtp, { mobile_number }, { address })
const verify = (mobile_number: string, otp: string, address?: string) =>
  ask(shop(), endpoints.verifyOtp, { mobile_number, device_type: 'web', otp }, { address })
const codeOf = async (mobile: string) => (await sentTo(shop(), `+91${mobile}`)).at(-1)?.body ?? ''
async function codeFor(mobile: string): Promise<string> {
  expect((await send(mobile)).status).toBe(200)
  return codeOf(mobile)
}
const otherThan = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, '0')
const REFUSED = { status: 403, body: { status: false, fault: 'refused' } }

describe('a one-time code', () => {
  it('[SI-4] signs in, creates an account the first time, and finds it the second time', async () => {
    const mobile = newNumber()
    const first = await verify(mobile, await codeFor(mobile))
    expect(first.body).toMatchObject({
      status: '1',
      is_new_user: true,
      mobile,
      country_code: 'IN',
      token: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(
      (await ask(shop(), endpoints.checkProfileStatus, {}, { token: first.body.token })).body.is_profile_completed,
    ).toBe(false)
    advanceClock(shop(), 61)
    expect((await verify(mobile, await codeFor(mobile))).body).toMatchObject({ status: '1', is_new_user: false })
  })

  it('[SI-4] has six digits, and is sent as a template with values, never as free text', async () => {
    const mobile = newNumber()
    expect((await send(mobile)).body).toEqual({ status: true, message: 'success' })
    const [sms] = await sentTo(shop(), `+91${mobile}`)
    expect([sms?.kind, sms?.subject, sms?.body]).toEqual(['sms', 'otp', expect.stringMatching(/^\d{6}$/)])
  })

  it('[SI-4] attack case 57: accepts Devanagari digits in number and code, and refuses other countries', async () => {
    const mobile = newNumber()
    const inMarathi = (text: string) => text.replace(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)] ?? '')
    expect((await send(`+91 ${inMarathi(mobile)}`)).status).toBe(200)
    expect((await verify(inMarathi(mobile), inMarathi(await codeOf(mobile)))).status).toBe(200)
    for (const foreign of ['+12025550142', '+447911123456', '2025550142', '5876543210', '98765', '', '98765432100'])
      expect(await send(foreign)).toMatchObject(REFUSED)
  })

  it('[SI-4] attack case 56: is refused after use, for another number, after a newer code, and after five minutes', async () => {
    const [one, two] = [newNumber(), newNumber()]
    const used = await codeFor(one)
    await codeFor(two)
    expect(await verify(two, used)).toMatchObject(REFUSED)
    expect((await verify(one, used)).status).toBe(200)
    expect(await verify(one, used)).toMatchObject(REFUSED)
    const earlierCode = await codeOf(two)
    advanceClock(shop(), 61)
    const laterCode = await codeFor(two)
    // Once in a million both are the same.
    expect(earlierCode !== laterCode && (await verify(two, earlierCode)).status === 200).toBe(false)
    advanceClock(shop(), 300)
    expect(await verify(two, laterCode)).toMatchObject(REFUSED)
  })

  it('[SI-4] attack case 56: is invalid after five wrong tries', async () => {
    const mobile = newNumber()
    const code = await codeFor(mobile)
    for (let tried = 1; tried <= 5; tried += 1)
      expect(await verify(mobile, otherThan(code, tried))).toMatchObject(REFUSED)
    expect(await verify(mobile, code)).toMatchObject(REFUSED)
  })

  it('[SI-4] attack case 56: is compared five times for a hundred simultaneous tries', async () => {
    const mobile = newNumber()
    const code = await codeFor(mobile)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, step) => verify(mobile, otherThan(code, step + 1))),
    )
    expect(answers.filter(({ status }) => status === 200)).toEqual([])
    expect(await shop().db.query('select tries from otps where mobile = $1', [mobile])).toEqual([{ tries: 5 }])
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(70)
  })

  it('[SI-4] attack case 56: accepts one of fifty simultaneous right codes, and creates one account', async () => {
    const mobile = newNumber()
    const code = await codeFor(mobile)
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(mobile, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await shop().db.query('select 1 from identities where uid = $1', [mobile])).toHaveLength(1)
  })

  it('[SI-4] does not sign in to an account whose profile has the same number', async () => {
    const mobile = newNumber()
    const id = await makeListener(shop(), 'typed@x.test')
    await shop().db.query('update users set mobile = $2 where id = $1', [id, mobile])
    expect((await verify(mobile, await codeFor(mobile))).body).toMatchObject({ is_new_user: true, email: '' })
  })

  it('[PR-2] does not use an unverified address for sign-in or reset, and leaves it to its owner', async () => {
    const mobile = newNumber()
    const { token } = (await verify(mobile, await codeFor(mobile))).body
    const profile = { first_name: 'Mala', last_name: 'Rao', country: 'IN', state: 'MH', mobile, email: 'victim@x.test' }
    expect((await ask(shop(), endpoints.saveProfile, profile, { token })).status).toBe(200)
    expect((await ask(shop(), endpoints.myProfile, {}, { token })).body.data.my_profile).toMatchObject({
      email: 'victim@x.test',
      can_change_email: true,
      has_password: false,
    })
    await ask(shop(), endpoints.resetPassword, { email: 'victim@x.test' })
    expect((await sentTo(shop(), 'victim@x.test')).at(-1)?.subject).toContain('No account')
    await ask(shop(), endpoints.registerEmail, { email: 'victim@x.test' })
    expect((await sentTo(shop(), 'victim@x.test')).at(-1)?.subject).toContain('one more step')
  })
})

describe('sending a one-time code', () => {
  it('[SI-4] attack case 57: waits a minute between codes, and stops after five in an hour and ten in a day', async () => {
    const mobile = newNumber()
    const answers = []
    for (let sent = 0; sent < 7; sent += 1, advanceClock(shop(), 61)) answers.push((await send(mobile)).status)
    expect(answers).toEqual([200, 200, 200, 200, 200, 429, 429])
    let day = answers.filter((status) => status === 200).length
    for (let hour = 0; hour < 4; hour += 1) {
      advanceClock(shop(), 3_600)
      for (let sent = 0; sent < 3; sent += 1, advanceClock(shop(), 61))
        day += (await send(mobile)).status === 200 ? 1 : 0
    }
    expect(day).toBeLessThanOrEqual(10)
  })

  it('[SI-4] attack case 57: tells when to try again', async () => {
    const mobile = newNumber()
    await send(mobile)
    const { status, body, headers } = await send(mobile)
    expect([status, body, headers['retry-after']]).toEqual([
      429,
      { status: false, fault: 'tooMany', seconds: 60 },
      '60',
    ])
  })

  it('[SI-4] attack case 57: sends one of fifty simultaneous codes, and codes to twenty numbers from one address', async () => {
    const mobile = newNumber()
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(mobile)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await sentTo(shop(), `+91${mobile}`)).toHaveLength(1)
    const many = await Promise.all(Array.from({ length: 50 }, () => send(newNumber(), '10.9.9.9')))
    expect(many.filter(({ status }) => status === 200)).toHaveLength(20)
  })

  it('[SI-4] still sends to the owner’s known network after others used up the limit', async () => {
    const [mobile, home] = [newNumber(), '10.8.0.1']
    await send(mobile, home)
    await verify(mobile, await codeOf(mobile), home)
    advanceClock(shop(), 86_400)
    for (let sent = 0; sent < 6; sent += 1, advanceClock(shop(), 61)) await send(mobile)
    expect((await send(mobile)).status).toBe(429)
    expect((await send(mobile, home)).status).toBe(200)
  })

  it('[SI-4] drops an expired code', async () => {
    const mobile = newNumber()
    await send(mobile)
    advanceClock(shop(), 901)
    expect(await sentTo(shop(), `+91${mobile}`)).toEqual([])
    expect(await unsentJobs(shop().db)).toEqual([])
  })

  it('[SI-4] is not offered without an SMS vendor', async () => {
    const { sms } = shop().context
    delete shop().context.sms
    expect(await send(newNumber())).toMatchObject({ status: 501, body: { fault: 'notServed' } })
    shop().context.sms = sms
  })
})
