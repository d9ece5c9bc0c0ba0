import { describe, expect, it, vi } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { advanceClock, ask, makeListener, PASSWORD, sentTo } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
const DAY = 86_400
const login = async (email: string, extra_data = {}) =>
  (await ask(shop(), endpoints.login, { login_type: 'normal', email, password: PASSWORD, extra_data })).body
    .token as string
const works = async (token: string) => (await ask(shop(), endpoints.checkProfileStatus, {}, { token })).status === 200
const change = (token: string, more: object = {}) =>
  ask(
    shop(),
    endpoints.changePassword,
    { old_password: PASSWORD, password: PASSWORD, confirm_password: PASSWORD, ...more },
    { token },
  )

describe('a session', () => {
  it('[SI-2] attack case 62: ends at sign-out on the server, and is not replaced by a guest label', async () => {
    await makeListener(shop(), 'out@x.test')
    const [token, other] = [await login('out@x.test'), await login('out@x.test')]
    expect(token).not.toBe(other)
    expect((await ask(shop(), endpoints.logout, {}, { token })).body).toEqual({ status: true })
    expect([await works(token), await works(other)]).toEqual([false, true])
    const guest = await ask(shop(), endpoints.myProfile, {}, { headers: { authorization: 'Guest guest-login' } })
    expect([guest.status, guest.body]).toEqual([401, { status: false, fault: 'signedOut' }])
  })

  it('[SI-2] starts on several devices at the same time', async () => {
    await makeListener(shop(), 'many@x.test')
    for (let round = 0; round < 6; round += 1) {
      const replies = await Promise.all(
        Array.from({ length: 4 }, () =>
          ask(shop(), endpoints.login, {
            login_type: 'normal',
            email: 'many@x.test',
            password: PASSWORD,
            extra_data: {},
          }),
        ),
      )
      expect(replies.map(({ status, body }) => [status, body.status])).toEqual(replies.map(() => [200, '1']))
    }
  })

  it('[SI-2] attack case 62: ends with a new password everywhere, and is replaced in this browser', async () => {
    await makeListener(shop(), 'change@x.test')
    const [here, there] = [await login('change@x.test'), await login('change@x.test')]
    const { body } = await change(here)
    expect([await works(here), await works(there), await works(body.token)]).toEqual([false, false, true])
    expect((await sentTo(shop(), 'change@x.test')).at(-1)?.subject).toContain('has changed')
  })

  it('[PR-2] that ends while its password is being changed changes none, as the answer says', async () => {
    const email = 'ended@x.test'
    await makeListener(shop(), email)
    const [here, there] = [await login(email), await login(email)]
    const { db } = shop().context
    const transaction = db.transaction
    // After the old password was checked.
    const ending = vi.spyOn(db, 'transaction').mockImplementation(async (work) => {
      await db.query(
        `delete from sessions where id = (select max(s.id) from sessions s join users u on u.id = s.user_id
          where u.email = $1)`,
        [email],
      )
      return transaction(work)
    })
    const { body } = await change(there, { password: 'Navin123', confirm_password: 'Navin123' })
    ending.mockRestore()
    expect(body).toMatchObject({ fault: 'oldPassword' })
    expect([await works(there), await works(here), (await sentTo(shop(), email)).length]).toEqual([false, true, 0])
    expect(await login(email)).toBeTruthy()
  })

  it('[PR-2] begins with the new password from then on, and not with the old one', async () => {
    const email = 'renewed@x.test'
    await makeListener(shop(), email)
    await change(await login(email), { password: 'Navin123', confirm_password: 'Navin123' })
    const signIn = async (password: string) =>
      (await ask(shop(), endpoints.login, { login_type: 'normal', email, password, extra_data: {} })).body.status
    expect([await signIn('Navin123'), await signIn(PASSWORD)]).toEqual(['1', expect.not.stringMatching(/^1$/)])
  })

  it.each([
    [{ old_password: 'wrong' }, 'oldPassword', { old_password: 'wrong' }],
    [{ password: 'abcd' }, 'password', { password: 'tooShort' }],
    [{ password: 'x'.repeat(16) }, 'password', { password: 'tooLong' }],
    [{ confirm_password: 'other' }, 'password', { confirm_password: 'mismatch' }],
  ])('[PR-3] continues when a new password is refused: %o', async (more, fault, fields) => {
    const email = `stay${Object.values(more)[0]?.length}${fault}@x.test`
    await makeListener(shop(), email)
    const token = await login(email)
    expect(await change(token, more)).toMatchObject({ status: 422, body: { status: false, fault, fields } })
    expect(await works(token)).toBe(true)
  })

  it('[PR-3] limits guesses of the old password', async () => {
    await makeListener(shop(), 'guess@x.test')
    const token = await login('guess@x.test')
    const answers = await Promise.all(Array.from({ length: 14 }, () => change(token, { old_password: 'wrong' })))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
  })

  it('[SI-1] ends after 30 days without use, after 90 days with use, and after a week without remember-me', async () => {
    await makeListener(shop(), 'long@x.test')
    const [idle, used, short, forgotten] = [
      await login('long@x.test'),
      await login('long@x.test'),
      await login('long@x.test', { remember: false }),
      await login('long@x.test', { remember: false }),
    ]
    const alive: string[] = []
    const unused: boolean[] = []
    for (let day = 1; day <= 91; day += 1) {
      advanceClock(shop(), DAY - 60)
      alive.push(`${await works(used)} ${await works(short)}`)
      if (day === 2) unused.push(await works(forgotten))
      if (day === 31) unused.push(await works(idle))
    }
    expect(unused).toEqual([false, false])
    expect(alive.filter((state) => state.endsWith('true'))).toHaveLength(7)
    expect(alive.lastIndexOf('true false')).toBe(89)
    expect(alive.at(-1)).toBe('false false')
  })

  it('[SI-1] is not updated by every request', async () => {
    await makeListener(shop(), 'read@x.test')
    const token = await login('read@x.test')
    const version = async () =>
      (await shop().db.query<{ v: string }>('select max(xmin::text::bigint)::text as v from sessions'))[0]?.v
    const before = await version()
    for (let index = 0; index < 5; index += 1) await works(token)
    expect(await version()).toBe(before)
    advanceClock(shop(), 3_700)
    await works(token)
    expect(await version()).not.toBe(before)
  })

  it('[SD-9] has replies that no cache stores', async () => {
    await makeListener(shop(), 'private@x.test')
    const { headers } = await ask(shop(), endpoints.myProfile, {}, { token: await login('private@x.test') })
    expect(headers['cache-control']).toBe('private, no-store')
    expect((await ask(shop(), endpoints.myProfile, {})).headers['cache-control']).toBe('no-store')
  })

  it('[SI-2] started with the old password ends with a simultaneous reset', async () => {
    const id = await makeListener(shop(), 'race@x.test')
    const tries = Promise.all(Array.from({ length: 8 }, () => login('race@x.test')))
    await shop().db.transaction(async (inner) => {
      await inner.query(`update users set password_hash = 'other' where id = $1`, [id])
      await inner.query('delete from sessions where user_id = $1', [id])
    })
    await tries
    expect(await shop().db.query('select 1 from sessions where user_id = $1', [id])).toEqual([])
  })
})
