import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { isBorn } from '#contract/fields/fields.ts'
import { states } from '#contract/fields/states.ts'
import { countries, countryNames } from '#contract/fields/countries.ts'
import { passwordPolicies } from '#contract/accounts/accounts.ts'
import { advanceClock, ask, linkTo, makeListener, PASSWORD, sentTo } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
const signIn = (email: string, password = PASSWORD) =>
  ask(shop(), endpoints.login, { login_type: 'normal', email, password })
const FORM = {
  first_name: 'आशा',
  last_name: 'Joshi',
  mobile: '९८७६५४३२१०',
  country: 'IN',
  state: 'MH',
  password: PASSWORD,
  newsletter_subscribed: true,
}

async function invite(email: string): Promise<string> {
  expect(await ask(shop(), endpoints.registerEmail, { email })).toMatchObject({ status: 200, body: { status: true } })
  return linkTo(shop(), email)
}
const register = (email: string, token: string, more: object = {}) =>
  ask(shop(), endpoints.register, { ...FORM, email, token, ...more })

describe('signing up', () => {
  it('[SI-7] [SU-2] returns by the link of the mail to the page before sign-up, and to no other site', async () => {
    const next = '/mr/checkout/?coupon=A1'
    expect((await ask(shop(), endpoints.registerEmail, { email: 'going@x.test', next })).body).toEqual({ status: true })
    const [mail] = await sentTo(shop(), 'going@x.test')
    expect(mail?.body).toMatch(/\/sign-up\/[\w-]{43}\/\?next=%2Fmr%2Fcheckout%2F%3Fcoupon%3DA1\n/)
    for (const odd of ['//evil.test', 'https://evil.test/', '/\\evil.test', '/sign-in/']) {
      expect((await ask(shop(), endpoints.registerEmail, { email: 'going@x.test', next: odd })).status).toBe(400)
    }
  })

  it('[SU-2] creates an account by the link of a mail, and signs in with it', async () => {
    const token = await invite('New@x.test')
    expect((await ask(shop(), endpoints.registerVerifyToken, { token })).body).toEqual({
      status: true,
      email: 'New@x.test',
      password_rules: { min: 5, max: 15 },
    })
    expect((await register('new@x.test', token)).body).toEqual({ status: true })
    const { body } = await signIn('NEW@x.test')
    expect(body).toMatchObject({
      status: '1',
      first_name: 'आशा',
      mobile: '9876543210',
      country_code: 'IN',
      state: 'MH',
      is_subscribed: false,
    })
    expect(body.token).toMatch(/^[\w-]{43}$/)
  })

  it('[SU-2] accepts a link once, even from twenty simultaneous requests', async () => {
    const token = await invite('once@x.test')
    const answers = await Promise.all(Array.from({ length: 20 }, () => register('once@x.test', token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 410)])
    expect((await ask(shop(), endpoints.registerVerifyToken, { token })).body).toEqual({ status: false })
  })

  it('[SU-2] refuses a link for another address or purpose, a replaced link, and one after 24 hours', async () => {
    await makeListener(shop(), 'mine@x.test')
    await ask(shop(), endpoints.resetPassword, { email: 'mine@x.test' })
    const [first, second, reset] = [
      await invite('a1@x.test'),
      await invite('a1@x.test'),
      await linkTo(shop(), 'mine@x.test'),
    ]
    const expired = { status: 410, body: { status: false, fault: 'linkExpired' } }
    expect(await register('a1@x.test', first)).toMatchObject(expired)
    expect(await register('a2@x.test', second)).toMatchObject(expired)
    expect(await register('mine@x.test', reset)).toMatchObject(expired)
    advanceClock(shop(), 86_401)
    expect(await register('a1@x.test', second)).toMatchObject(expired)
  })

  it.each([
    [{ first_name: 'Asha1' }, 400, { first_name: 'letters' }],
    [{ mobile: '12345' }, 400, { mobile: 'mobile' }],
    [{ country: 'ZZ' }, 400, { country: 'country' }],
    [{ state: '' }, 400, { state: 'required' }],
    [{ state: 'Maharashtra' }, 400, { state: 'required' }],
    [{ password: 'abcd' }, 422, { password: 'tooShort' }],
    [{ password: 'x'.repeat(16) }, 422, { password: 'tooLong' }],
    [{ is_subscribed: true }, 400, { is_subscribed: 'unknown' }],
    [{ user_id: 1 }, 400, { user_id: 'unknown' }],
  ])('[SU-3] attack case 64: refuses %o and leaves the link unchanged', async (more, status, fields) => {
    const email = `form${JSON.stringify(more).length}@x.test`
    const token = await invite(email)
    expect(await register(email, token, more)).toMatchObject({ status, body: { fields } })
    expect((await ask(shop(), endpoints.registerVerifyToken, { token })).body.status).toBe(true)
  })

  it('[SU-3] clears the state outside India, and has names of 37 states and every country in both languages', async () => {
    const token = await invite('abroad@x.test')
    await register('abroad@x.test', token, { country: 'US', mobile: '(202) 555-0142' })
    expect((await signIn('abroad@x.test')).body).toMatchObject({ country_code: 'US', state: '' })
    expect(Object.keys(states)).toHaveLength(37)
    expect(new Set(countries().map(({ code }) => code)).size).toBe(countries().length)
    expect(countries().find(({ code }) => code === 'IN')).toEqual({ code: 'IN', dial_code: '+91' })
    for (const locale of ['en', 'mr'] as const)
      expect(countryNames(locale).filter(({ code, name }) => code === name)).toEqual([])
  })

  it('[SU-4] follows the configured stricter password policy', async () => {
    shop().context.passwordPolicy = passwordPolicies.hardened
    const token = await invite('hard@x.test')
    expect((await register('hard@x.test', token, { password: 'abcdefg' })).body.fields).toEqual({
      password: 'tooShort',
    })
    for (const password of ['password1', 'Iloveyou', '12345678']) {
      expect((await register('hard@x.test', token, { password })).body.fields).toEqual({ password: 'common' })
    }
    expect((await register('hard@x.test', token, { password: 'क'.repeat(128) })).status).toBe(200)
    expect((await signIn('hard@x.test', 'क'.repeat(128))).body.status).toBe('1')
    shop().context.passwordPolicy = passwordPolicies.usual
  })
})

describe('the existence of an account', () => {
  it('[SI-2] attack case 54: is not revealed by replies of sign-in, sign-up and reset', async () => {
    await makeListener(shop(), 'known@x.test')
    await makeListener(shop(), 'social@x.test', { password: null })
    const answers = await Promise.all(
      ['known@x.test', 'unknown@x.test', 'social@x.test'].map((email) => signIn(email, 'wrong')),
    )
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 3 }, () => [200, { status: '2' }]),
    )
    for (const row of [endpoints.registerEmail, endpoints.resetPassword]) {
      const [registered, unregistered] = [
        await ask(shop(), row, { email: 'known@x.test' }),
        await ask(shop(), row, { email: 'unknown@x.test' }),
      ]
      expect([registered.status, registered.body]).toEqual([unregistered.status, unregistered.body])
    }
    expect((await sentTo(shop(), 'known@x.test')).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('already'),
      expect.stringContaining('new password'),
    ])
    expect((await sentTo(shop(), 'unknown@x.test')).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('one more step'),
      expect.stringContaining('No account'),
    ])
  })

  it('[SI-2] attack case 54: is not revealed by the time of a refused sign-in', async () => {
    await makeListener(shop(), 'timed@x.test')
    const timeOf = async (email: string) => {
      const started = performance.now()
      await signIn(email, 'wrong')
      return performance.now() - started
    }
    let [registered, unregistered] = [Infinity, Infinity]
    const ratio = () => unregistered / registered
    // In turns, and the shortest of each, until both had a quiet moment: others use the machine too.
    for (let tried = 0; tried < 8 || (tried < 80 && Math.abs(Math.log(ratio())) > Math.log(2)); tried += 1) {
      registered = Math.min(registered, await timeOf('timed@x.test'))
      unregistered = Math.min(unregistered, await timeOf('nobody@x.test'))
    }
    expect(ratio()).toBeGreaterThan(0.4)
    expect(ratio()).toBeLessThan(2.5)
  })

  it('[SI-2] answers with status 10 for an invalid address, 2 for wrong credentials, 11 for an unknown provider', async () => {
    expect((await signIn('no address')).body).toEqual({ status: '10' })
    expect((await signIn('blank@x.test', '')).body).toEqual({ status: '2' })
    expect((await ask(shop(), endpoints.login, { login_type: 'google', uid: '1', access_token: 'x' })).body).toEqual({
      status: '11',
      message: 'socialRefused',
    })
  })
})

describe('a forgotten password', () => {
  it('[RP-1] is set by the link, ends all sessions, does not sign in and is confirmed by mail', async () => {
    await makeListener(shop(), 'lost@x.test')
    const { token: old } = (await signIn('lost@x.test')).body
    await ask(shop(), endpoints.resetPassword, { email: 'lost@x.test' })
    const token = await linkTo(shop(), 'lost@x.test')
    expect((await ask(shop(), endpoints.resetPasswordToken, { token })).body).toEqual({
      status: true,
      password_rules: { min: 5, max: 15 },
    })
    const pair = { password: 'Navin12', confirm_password: 'Navin12', token }
    expect(
      (await ask(shop(), endpoints.resetPasswordConfirm, { ...pair, confirm_password: 'other' })).body,
    ).toMatchObject({
      fault: 'password',
      fields: { confirm_password: 'mismatch' },
    })
    expect((await ask(shop(), endpoints.resetPasswordConfirm, pair)).body).toEqual({ status: true })
    expect((await ask(shop(), endpoints.myProfile, {}, { token: old })).status).toBe(401)
    expect([(await signIn('lost@x.test')).body.status, (await signIn('lost@x.test', 'Navin12')).body.status]).toEqual([
      '2',
      '1',
    ])
    expect((await sentTo(shop(), 'lost@x.test')).at(-1)?.subject).toContain('has changed')
  })

  it('[RP-1] attack case 58: is reset once per link, within an hour, until the next link or password change', async () => {
    const email = 'link@x.test'
    await makeListener(shop(), email)
    const next = async () => (await ask(shop(), endpoints.resetPassword, { email }), linkTo(shop(), email))
    const use = (token: string) =>
      ask(shop(), endpoints.resetPasswordConfirm, { password: PASSWORD, confirm_password: PASSWORD, token })
    const first = await next()
    const second = await next()
    expect((await use(first)).status).toBe(410)
    expect((await use(second)).status).toBe(200)
    expect(await use(second)).toMatchObject({ status: 410, body: { fault: 'linkExpired' } })
    const third = await next()
    const { token } = (await signIn(email)).body
    await ask(
      shop(),
      endpoints.changePassword,
      { old_password: PASSWORD, password: PASSWORD, confirm_password: PASSWORD },
      { token },
    )
    expect((await use(third)).status).toBe(410)
    const fourth = await next()
    advanceClock(shop(), 3_601)
    expect((await use(fourth)).status).toBe(410)
    expect((await ask(shop(), endpoints.resetPasswordToken, { token: fourth })).body).toEqual({ status: false })
  })

  it('[RP-1] attack case 58: has mails with the configured host, whatever the request states', async () => {
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', origin: 'https://evil.test' }
    await ask(shop(), endpoints.resetPassword, { email: 'lost@x.test' }, { headers })
    const last = (await sentTo(shop(), 'lost@x.test')).at(-1)
    expect(last?.body).toContain('https://shop.test/reset-password/')
    expect(last?.body + String(last?.html)).not.toContain('evil')
  })

  it('[RP-1] stores tokens and codes only as hashes', async () => {
    await ask(shop(), endpoints.registerEmail, { email: 'hidden@x.test' })
    const rowsOf = async (table: string) => JSON.stringify(await shop().db.query(`select t::text from ${table} t`))
    const queued = await rowsOf('pgboss.job')
    const token = await linkTo(shop(), 'hidden@x.test')
    expect(token).toHaveLength(43)
    for (const table of ['one_time_tokens', 'limits']) expect(await rowsOf(table)).not.toContain(token)
    // Encoded as bytes are in JSON and in SQL.
    for (const encoding of ['utf8', 'base64', 'hex'] as const)
      expect(queued).not.toContain(Buffer.from(token).toString(encoding).replace(/=*$/, ''))
    expect(await rowsOf('limits')).not.toContain('hidden')
  })
})

describe('the profile', () => {
  const PROFILE = {
    first_name: 'Asha',
    last_name: 'Joshi',
    country: 'IN',
    state: 'KA',
    mobile: '9876543210',
    email: 'profile@x.test',
  }
  const signedIn = async (email: string) => (
    await makeListener(shop(), email),
    (await signIn(email)).body.token as string
  )

  it('[PR-2] is shown and saved, with a verified address that cannot be changed', async () => {
    const token = await signedIn('profile@x.test')
    const save = (more: object) => ask(shop(), endpoints.saveProfile, { ...PROFILE, ...more }, { token })
    expect((await save({ gender: '1', birth_date: '१९९०-०२-२८' })).body).toEqual({ status: true })
    const { body } = await ask(shop(), endpoints.myProfile, {}, { token })
    expect(body.data).toEqual({
      my_subscription: null,
      plan_ended: null,
      plan_starts: null,
      renew_in: null,
      my_profile: {
        ...PROFILE,
        gender: '1',
        birth_date: '1990-02-28',
        can_change_email: false,
        has_password: true,
        profile_image: null,
        newsletter_subscribed: false,
        institute_name: '',
        institute_logo: null,
      },
    })
    expect(await save({ email: 'other@x.test' })).toMatchObject({
      status: 422,
      body: { fault: 'email', fields: { email: 'fixed' } },
    })
    await save({ country: 'US', mobile: '2025550142', gender: '', birth_date: '' })
    expect((await ask(shop(), endpoints.myProfile, {}, { token })).body.data.my_profile).toMatchObject({
      state: '',
      gender: '',
      birth_date: '',
    })
  })

  it.each([
    [{ birth_date: '2026-11-23' }, { birth_date: 'future' }],
    [{ birth_date: '2001-02-29' }, { birth_date: 'date' }],
    [{ birth_date: '31/02/1990' }, { birth_date: 'date' }],
    [{ gender: '4' }, { gender: 'type' }],
    [{ state: 'XX' }, { state: 'required' }],
    [{ last_name: '' }, { last_name: 'required' }],
    [{ profile_completed: true }, { profile_completed: 'unknown' }],
    [{ is_staff: true }, { is_staff: 'unknown' }],
  ])('[PR-3] attack case 64: refuses %o', async (more, fields) => {
    shop().clock.now = new Date('2026-11-21T06:00:00Z')
    const token = await signedIn(`fault${JSON.stringify(more).replace(/\W/g, '').slice(0, 20)}@x.test`)
    expect(await ask(shop(), endpoints.saveProfile, { ...PROFILE, ...more }, { token })).toMatchObject({
      status: 400,
      body: { fields },
    })
  })

  it('[PR-3] accepts today as a birth date in every time zone', () => {
    expect(isBorn('2026-11-21', new Date('2026-11-21T00:00:00Z'))).toBe(true)
    expect(isBorn('2026-11-22', new Date('2026-11-21T11:00:00Z'))).toBe(true)
    expect(isBorn('2026-11-22', new Date('2026-11-21T09:00:00Z'))).toBe(false)
  })

  it('[PR-3] turns the newsletter on and off', async () => {
    const token = await signedIn('letter@x.test')
    await ask(shop(), endpoints.setNewsletter, { newsletter_subscribed: true }, { token })
    expect((await ask(shop(), endpoints.myProfile, {}, { token })).body.data.my_profile.newsletter_subscribed).toBe(
      true,
    )
  })

  it('[PR-2] is complete only with the fields that an order needs', async () => {
    const token = await signedIn('complete@x.test')
    await shop().db.query(`update users set profile_completed = false, state = '' where email = 'complete@x.test'`)
    expect((await ask(shop(), endpoints.completeProfileStatus, {}, { token })).body).toEqual({ status: false })
    await shop().db.query(`update users set state = 'MH' where email = 'complete@x.test'`)
    expect((await ask(shop(), endpoints.completeProfileStatus, {}, { token })).body).toEqual({ status: true })
    expect((await ask(shop(), endpoints.checkProfileStatus, {}, { token })).body).toEqual({
      status: true,
      is_profile_completed: true,
    })
  })
})
