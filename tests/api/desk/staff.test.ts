import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { hashPassword } from '../../../src/server/accounts/passwords/passwords.ts'
import { endStaff, invite, resetFactor } from '../../../src/server/desk/staff/members.ts'
import { runDue } from '../../../src/server/jobs/queue.ts'
import { applyRetention } from '../../../src/server/privacy/retention.ts'
import { createEncryption } from '../../../src/server/runtime/encryption.ts'
import { useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
const PASSWORD = 'a lamp for the river'
const SECRET = 'DEMODESKSECRETTOTP234567'
const codeOf = (secret = SECRET) => new TOTP({ secret }).generate({ timestamp: shop().clock.now.getTime() })
/** Codes are taken once: the next step has another. */
const nextStep = () => void (shop().clock.now = new Date(shop().clock.now.getTime() + 30_000))
let network = 0
const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  shop().app.inject({ method: 'POST', url: path, payload, headers, remoteAddress: `10.8.0.${(network += 1)}` })

async function makePerson(email: string, role = 'editor'): Promise<number> {
  const [row] = await shop().db.query<{ id: number }>(
    'insert into staff (email, name, role, password_hash, totp_secret) values ($1, $2, $3, $4, $5) returning id',
    [email, email, role, await hashPassword(PASSWORD), shop().context.encryption.encrypt(SECRET)],
  )
  return row?.id ?? 0
}
const enterBy = async (email: string, password = PASSWORD) =>
  (await post('/api/desk/sign-in/', { email, password })).json<{ ticket: string; factors: string[]; fault?: string }>()
const giveCode = (ticket: string, code: string) => post('/api/desk/sign-in/factor/', { ticket, code })
const blocked = () =>
  shop().db.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
const cookieOf = (header: unknown) => String(header).split(';')[0] ?? ''

async function mailTo(email: string): Promise<string> {
  await runDue(shop().context)
  // Read once: the next mail is then the only one.
  const rows = await shop().db.query<{ body: string }>('delete from outbox where recipient = $1 returning body', [
    email,
  ])
  return rows[0]?.body ?? ''
}

describe('the sign-in at the desk', () => {
  it('[DK-1] needs the password and then the code, and gives a cookie that scripts cannot read', async () => {
    await makePerson('a@desk.test')
    const { ticket, factors } = await enterBy('A@desk.test')
    expect(factors).toEqual(['totp'])
    expect((await sendAt(shop(), `desk_session=${ticket}`, endpoints.deskMe)).statusCode).toBe(401)
    expect((await giveCode(ticket, '000000')).json()).toMatchObject({ fault: 'factor' })
    const { headers, statusCode } = await giveCode(ticket, codeOf())
    expect(statusCode).toBe(200)
    expect(headers['set-cookie']).toMatch(
      /^desk_session=[\w-]{43}; Path=\/api\/desk\/; Max-Age=28800; HttpOnly; SameSite=Strict; Secure$/,
    )
    const me = await sendAt(shop(), cookieOf(headers['set-cookie']), endpoints.deskMe)
    expect(me.json()).toMatchObject({ email: 'a@desk.test', role: 'editor', is_stepped_up: true })
    expect(await mailTo('a@desk.test')).toContain('/desk/account/')
  })

  it('[DK-1] takes a code once, and five wrong codes end the ticket', async () => {
    await makePerson('once@desk.test')
    const first = await enterBy('once@desk.test')
    expect((await giveCode(first.ticket, codeOf())).statusCode).toBe(200)
    const second = await enterBy('once@desk.test')
    expect((await giveCode(second.ticket, codeOf())).json()).toMatchObject({ fault: 'factor' })
    for (let wrong = 0; wrong < 4; wrong += 1) await giveCode(second.ticket, '111111')
    nextStep()
    expect((await giveCode(second.ticket, codeOf())).json()).toMatchObject({ fault: 'linkExpired' })
  })

  it('[DK-1] answers the same for a wrong address, a wrong password and a person who has left', async () => {
    await makePerson('left@desk.test')
    await makePerson('here@desk.test')
    await shop().db.query(`update staff set ended_at = now() where email = 'left@desk.test'`)
    const replies = [
      await enterBy('nobody@desk.test'),
      await enterBy('here@desk.test', 'wrong'),
      await enterBy('left@desk.test'),
    ]
    expect(replies).toEqual(replies.map(() => ({ status: false, fault: 'credentials' })))
  })

  it('[DK-1] limits the guesses of one account from one network', async () => {
    await makePerson('guessed@desk.test')
    const guess = async () =>
      (
        await shop().app.inject({
          method: 'POST',
          url: '/api/desk/sign-in/',
          payload: { email: 'guessed@desk.test', password: 'wrong' },
          remoteAddress: '10.7.7.7',
        })
      ).statusCode
    const codes = []
    for (let tries = 0; tries < 11; tries += 1) codes.push(await guess())
    expect([codes[9], codes[10]]).toEqual([422, 429])
  })

  it('[DK-1] limits the guesses of one account from all networks, but not from one where its owner signed in', async () => {
    const { staffId } = await enterDesk(shop(), 'editor')
    const [{ email = '' } = {}] = await shop().db.query<{ email: string }>('select email from staff where id = $1', [
      staffId,
    ])
    await shop().db.query('update staff_sessions set address = $2, factor_at = now() where staff_id = $1', [
      ...[staffId, '10.7.8.1'],
    ])
    const guess = async (remoteAddress: string) =>
      (
        await shop().app.inject({
          method: 'POST',
          url: '/api/desk/sign-in/',
          payload: { email, password: 'wrong' },
          remoteAddress,
        })
      ).statusCode
    const codes = await Promise.all(Array.from({ length: 110 }, (_, turn) => guess(`10.7.9.${turn}`)))
    expect(codes.filter((code) => code === 422)).toHaveLength(100)
    expect([await guess('10.7.10.1'), await guess('10.7.8.1')]).toEqual([429, 422])
  })

  it('[DK-1] refuses writes that a page of another site sends', async () => {
    const { cookie } = await enterDesk(shop(), 'owner')
    const send = async (origin: string) =>
      (await post('/api/desk/step-up/challenge/', {}, { cookie, origin, host: 'shop.test' })).statusCode
    expect([await send('https://evil.test'), await send('null')]).toEqual([403, 403])
    expect(await send('https://shop.test')).toBe(200)
    expect(
      (await post('/api/desk/sign-in/', { email: 'a@b.test', password: 'x' }, { origin: 'https://evil.test' }))
        .statusCode,
    ).toBe(403)
  })

  it('[DK-1] opens what asks for the factor again after it was given again', async () => {
    const id = await makePerson('step@desk.test', 'owner')
    nextStep()
    const { ticket } = await enterBy('step@desk.test')
    const cookie = cookieOf((await giveCode(ticket, codeOf())).headers['set-cookie'])
    const codes = async () =>
      (await sendAt(shop(), cookie, endpoints.deskRecoveryCodes)).json<{ fault?: string; recovery_codes: string[] }>()
    shop().clock.now = new Date(shop().clock.now.getTime() + 11 * 60_000)
    expect(await codes()).toMatchObject({ fault: 'stepUp' })
    expect((await sendAt(shop(), cookie, endpoints.deskStepUp, { code: '000000' })).json()).toMatchObject({
      fault: 'factor',
    })
    expect((await sendAt(shop(), cookie, endpoints.deskStepUp, { code: codeOf() })).statusCode).toBe(200)
    const [code = ''] = (await codes()).recovery_codes
    expect(code).toMatch(/^\w{5}-\w{5}$/)
    const again = await enterBy('step@desk.test')
    expect((await giveCode(again.ticket, code.toUpperCase())).statusCode).toBe(200)
    const third = await enterBy('step@desk.test')
    expect((await giveCode(third.ticket, code)).json()).toMatchObject({ fault: 'factor' })
    expect(id).toBeGreaterThan(0)
  })
})

it('[DK-1] a second factor that no key opens any more is a wrong code, and a recovery code still opens the desk', async () => {
  await makePerson('lost-key@desk.test')
  const { ticket } = await enterBy('lost-key@desk.test')
  const cookie = cookieOf((await giveCode(ticket, codeOf())).headers['set-cookie'])
  const [code = ''] = (await sendAt(shop(), cookie, endpoints.deskRecoveryCodes)).json<{ recovery_codes: string[] }>()
    .recovery_codes
  await shop().db.query(`update staff set totp_secret = $1 where email = 'lost-key@desk.test'`, [
    createEncryption('lost').encrypt(SECRET),
  ])
  nextStep()
  const again = await enterBy('lost-key@desk.test')
  expect((await giveCode(again.ticket, codeOf())).json()).toMatchObject({ fault: 'factor' })
  expect((await giveCode(again.ticket, code)).statusCode).toBe(200)
})

describe('an invitation to the desk', () => {
  it('[DK-1] is accepted once, with a strict password and a code of the secret that was shown', async () => {
    const { cookie } = await enterDesk(shop(), 'owner')
    const email = 'new@desk.test'
    expect(
      (await sendAt(shop(), cookie, endpoints.deskInvite, { email, role: 'support', locale: 'mr' })).statusCode,
    ).toBe(200)
    const mail = await mailTo(email)
    expect(mail).toContain('/mr/desk/invitation/#')
    const token = /#([\w-]{43})/.exec(mail)?.[1] ?? ''
    const offer = (await post('/api/desk/invitation/', { token })).json<{ totp: { secret: string; address: string } }>()
    expect(offer.totp.address).toMatch(/^otpauth:\/\/totp\//)
    const accept = (given: object) =>
      post('/api/desk/invitation/accept/', { token, name: 'Mira', password: PASSWORD, ...given })
    expect((await accept({ password: 'password1', code: codeOf(offer.totp.secret) })).json()).toMatchObject({
      fields: { password: 'common' },
    })
    expect((await accept({ code: '000000' })).json()).toMatchObject({ fault: 'factor' })
    const accepted = await accept({ code: codeOf(offer.totp.secret) })
    expect(accepted.json<{ recovery_codes: string[] }>().recovery_codes).toHaveLength(10)
    const me = await sendAt(shop(), cookieOf(accepted.headers['set-cookie']), endpoints.deskMe)
    expect(me.json()).toMatchObject({ name: 'Mira', role: 'support' })
    expect((await accept({ code: codeOf(offer.totp.secret) })).json()).toMatchObject({ fault: 'linkExpired' })
    expect((await post('/api/desk/invitation/', { token })).json()).toMatchObject({ fault: 'linkExpired' })
    const [line] = await shop().db.query(
      'select who, action, target from operator_actions where target = $1 order by id',
      [email],
    )
    expect(line).toMatchObject({ action: 'desk: invited', who: expect.stringMatching(/^owner \d+$/) })
  })

  it('[DK-1] takes no name by which the log knows somebody else', async () => {
    await makePerson('asha@desk.test')
    const email = 'twin@desk.test'
    await invite(shop().context, { email, role: 'editor', locale: 'en' }, { who: 'test' })
    const token = /#([\w-]{43})/.exec(await mailTo(email))?.[1] ?? ''
    const offer = (await post('/api/desk/invitation/', { token })).json<{ totp: { secret: string } }>()
    const accept = async (name: string) => {
      const body = { token, name, password: PASSWORD, code: codeOf(offer.totp.secret) }
      return (await post('/api/desk/invitation/accept/', body)).json<{ fields?: object; name?: string }>()
    }
    for (const name of [
      'Asha@desk.test',
      'the listener',
      'The  shop',
      'root at the command line',
      'ROOT At The Command Line',
    ])
      expect([name, (await accept(name)).fields]).toEqual([name, { name: 'taken' }])
    expect(await accept('Asha of the evenings')).toMatchObject({ name: 'Asha of the evenings' })
  })

  it('[DK-1] ends after three days, and with the next one', async () => {
    await invite(shop().context, { email: 'late@desk.test', role: 'editor', locale: 'en' }, { who: 'test' })
    const first = /#([\w-]{43})/.exec(await mailTo('late@desk.test'))?.[1]
    await invite(shop().context, { email: 'late@desk.test', role: 'editor', locale: 'en' }, { who: 'test' })
    const second = /#([\w-]{43})/.exec(await mailTo('late@desk.test'))?.[1]
    const read = async (token: unknown) => (await post('/api/desk/invitation/', { token })).statusCode
    expect([await read(first), await read(second)]).toEqual([410, 200])
    shop().clock.now = new Date(shop().clock.now.getTime() + 8 * 86_400_000)
    expect(await read(second)).toBe(410)
  })
})

describe('the people of the desk', () => {
  it('[DK-1] the last owner can neither be ended nor get another role nor a new second factor from the desk', async () => {
    await shop().db.query(`update staff set ended_at = now() where role = 'owner'`)
    const last = await makePerson('last@desk.test', 'owner')
    const { cookie } = await enterDesk(shop(), 'owner')
    const send = async (
      row: typeof endpoints.deskEndStaff | typeof endpoints.deskChangeRole | typeof endpoints.deskResetFactor,
      more: object = {},
    ) => (await sendAt(shop(), cookie, row, { id: last, ...more })).json<{ fault?: string }>().fault
    expect(await send(endpoints.deskEndStaff)).toBe('lastOwner')
    expect(await send(endpoints.deskChangeRole, { role: 'editor' })).toBe('lastOwner')
    expect(await send(endpoints.deskResetFactor)).toBe('lastOwner')
    expect(await resetFactor(shop().context, last, {})).toEqual({ status: true })
    await shop().db.query('update staff set password_hash = $2 where id = $1', [last, await hashPassword(PASSWORD)])
    await makePerson('second@desk.test', 'owner')
    expect(await send(endpoints.deskEndStaff)).toBeUndefined()
    expect(await send(endpoints.deskEndStaff)).toBe('notFound')
  })

  it('[DK-1] of two owners who end each other at once, one stays', async () => {
    await shop().db.query(`update staff set ended_at = now() where role = 'owner'`)
    const pair = [await makePerson('x@desk.test', 'owner'), await makePerson('y@desk.test', 'owner')]
    const results = await Promise.all(pair.map((id) => endStaff(shop().context, id, { who: 'test' })))
    expect(results.filter((result) => 'fault' in result)).toEqual([{ fault: 'lastOwner' }])
  })

  it('[DK-1] see their sessions, end another one, and change the password, which ends the others', async () => {
    await makePerson('many@desk.test')
    const open = async () => {
      nextStep()
      const { ticket } = await enterBy('many@desk.test')
      return cookieOf((await giveCode(ticket, codeOf())).headers['set-cookie'])
    }
    const [one, two, three] = [await open(), await open(), await open()]
    const list = (await sendAt(shop(), one, endpoints.deskAccount)).json<{
      sessions: { id: number; is_this: boolean }[]
    }>()
    expect(list.sessions.map(({ is_this }) => is_this)).toEqual([false, false, true])
    await sendAt(shop(), one, endpoints.deskEndSession, { id: list.sessions[0]?.id })
    expect((await sendAt(shop(), three, endpoints.deskMe)).statusCode).toBe(401)
    const change = (old_password: string) =>
      sendAt(shop(), one, endpoints.deskChangePassword, { old_password, password: 'another lamp here' })
    expect((await change('wrong')).json()).toMatchObject({ fields: { old_password: 'oldPassword' } })
    expect((await change(PASSWORD)).statusCode).toBe(200)
    expect((await sendAt(shop(), two, endpoints.deskMe)).statusCode).toBe(401)
    expect((await sendAt(shop(), one, endpoints.deskMe)).statusCode).toBe(200)
  })

  /** Another change is saved while `work` has checked the password and waits for the row; answers what is stored then. */
  async function amidChange(id: number, work: () => Promise<object>) {
    const replaced = await hashPassword('set by the owner')
    const { working } = await shop().db.transaction(async (inner) => {
      await inner.query('update staff set password_hash = $2 where id = $1', [id, replaced])
      const started = work()
      await expect.poll(async () => (await blocked()).length, { timeout: 30_000 }).toBeGreaterThan(0)
      return { working: started }
    })
    const answer = await working
    const [row] = await shop().db.query('select password_hash from staff where id = $1', [id])
    return { answer, isReplaced: row?.['password_hash'] === replaced }
  }

  it('[DK-1] a password that was changed since it was checked is not replaced', async () => {
    const id = await makePerson('raced@desk.test')
    const { cookie } = await enterDesk(shop(), 'editor')
    await shop().db.query('update staff_sessions set staff_id = $1 where id = (select max(id) from staff_sessions)', [
      id,
    ])
    const input = { old_password: PASSWORD, password: 'another lamp here' }
    const changed = await amidChange(id, () => sendAt(shop(), cookie, endpoints.deskChangePassword, input))
    expect(changed).toMatchObject({ answer: { statusCode: 422 }, isReplaced: true })
  })

  it('[DK-1] a password that was changed since it was checked gets no new form of the old one', async () => {
    const id = await makePerson('anew@desk.test')
    // A hash of an earlier release: base64url.
    let old = ''
    while (!/[_-]/.test(old)) old = (await hashPassword(PASSWORD)).replaceAll('+', '-').replaceAll('/', '_')
    await shop().db.query('update staff set password_hash = $2 where id = $1', [id, old])
    expect(await amidChange(id, () => enterBy('anew@desk.test'))).toMatchObject({ isReplaced: true })
  })

  it('[DK-2] cannot end a session of somebody else', async () => {
    const { cookie } = await enterDesk(shop(), 'editor')
    await enterDesk(shop(), 'owner')
    const [other] = await shop().db.query<{ id: number }>('select id from staff_sessions order by id desc limit 1')
    expect((await sendAt(shop(), cookie, endpoints.deskEndSession, { id: other?.id })).statusCode).toBe(404)
  })

  it('[DK-2] the owner reads who did what, by person and by text', async () => {
    const { cookie } = await enterDesk(shop(), 'owner')
    await invite(shop().context, { email: 'seen@desk.test', role: 'editor', locale: 'en' }, { who: 'Vasudha Bapat' })
    const read = async (input: Record<string, unknown>) =>
      (await sendAt(shop(), cookie, endpoints.deskAudit, input))
        .json<{ data: { target: string }[] }>()
        .data.map(({ target }) => target)
    expect(await read({ who: 'vasudha' })).toEqual(['seen@desk.test'])
    expect(await read({ q: 'SEEN@desk' })).toEqual(['seen@desk.test'])
    expect(await read({ who: 'nobody such' })).toEqual([])
  })

  it('[DK-1] invites an address once, also by two invitations at one moment', async () => {
    const { cookie } = await enterDesk(shop(), 'owner')
    const send = () =>
      sendAt(shop(), cookie, endpoints.deskInvite, { email: 'Two@desk.test', role: 'editor', locale: 'en' })
    expect((await Promise.all([send(), send()])).map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await shop().db.query(`select 1 from staff where lower(email) = 'two@desk.test'`)).toHaveLength(1)
  })

  it('[DK-1] forgets sessions and links a month after their end', async () => {
    const { staffId } = await enterDesk(shop(), 'editor')
    const start = shop().clock.now
    const left = async () =>
      (await shop().db.query('select 1 from staff_sessions where staff_id = $1', [staffId])).length
    for (const [days, count] of [
      [30, 1],
      [31, 0],
    ] as const) {
      shop().clock.now = new Date(start.getTime() + days * 86_400_000)
      await applyRetention(shop().context, (error) => {
        throw error
      })
      expect([days, await left()]).toEqual([days, count])
    }
    shop().clock.now = start
  })
})
