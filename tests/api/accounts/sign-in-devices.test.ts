import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { advanceClock, ask, makeListener, PASSWORD, sentTo } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
const PHONE = 'Mozilla/5.0 (Linux; Android 16) Chrome/140.0'
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function enter(email: string, device_id?: string, more: { browser?: string; language?: string } = {}) {
  const { browser = PHONE, language = 'en' } = more
  const input = { login_type: 'normal', email, password: PASSWORD, extra_data: { ...(device_id && { device_id }) } }
  const headers = { 'user-agent': browser, 'accept-language': language }
  const { body } = await ask(shop(), endpoints.login, input, { headers })
  expect(body.status).toBe('1')
  return body.token as string
}
const mails = async (email: string) => (await sentTo(shop(), email)).map(({ body }) => body)
const sessions = async (token: string) => (await ask(shop(), endpoints.mySessions, {}, { token })).body.sessions
const isAlive = async (token: string) => (await ask(shop(), endpoints.checkProfileStatus, {}, { token })).status === 200

describe('a new device', () => {
  it('[RM-8] is told by mail, but not the first of an account, and each device once', async () => {
    const email = 'device@x.test'
    await makeListener(shop(), email)
    await enter(email, 'phone-0001')
    await enter(email, 'phone-0001')
    expect(await mails(email)).toEqual([])
    await enter(email, 'laptop-001', { browser: LAPTOP })
    await enter(email, 'laptop-001', { browser: LAPTOP })
    const [mail = '', ...others] = await mails(email)
    expect(others).toEqual([])
    expect(mail).toContain('Firefox, Linux')
    expect(mail).toContain('End all others')
    expect(mail).toContain('https://shop.test/library/?profile=security')
  })

  it('[RM-8] is told in Marathi to who reads Marathi, and once when two sign-ins come at the same time', async () => {
    const email = 'together@x.test'
    await makeListener(shop(), email)
    await enter(email, 'phone-0001', { language: 'mr' })
    await Promise.all([1, 2, 3].map(() => enter(email, 'laptop-002', { language: 'mr' })))
    const [mail = '', ...others] = await mails(email)
    expect(others).toEqual([])
    expect(mail).toContain('इतर सर्व बंद करा')
  })

  it('[RM-8] without an id is known by its browser', async () => {
    const email = 'nameless@x.test'
    await makeListener(shop(), email)
    await enter(email, 'phone-0001')
    await enter(email)
    await enter(email)
    expect(await mails(email)).toHaveLength(1)
  })

  it('[RM-8] stays told when the shop forgets the oldest of many devices', async () => {
    const email = 'twenty@x.test'
    const userId = await makeListener(shop(), email)
    for (let device = 0; device < 22; device += 1) {
      await enter(email, `device-${device}`)
      advanceClock(shop(), 60)
    }
    const rows = await shop().db.query('select 1 from devices where user_id = $1', [userId])
    expect(rows).toHaveLength(20)
    expect(await mails(email)).toHaveLength(21)
  })
})

describe('the sessions of a listener', () => {
  it('[RM-8] are listed with browser and times, this one first', async () => {
    const email = 'list@x.test'
    await makeListener(shop(), email)
    const phone = await enter(email, 'phone-0001')
    advanceClock(shop(), 3_700)
    await enter(email, 'laptop-001', { browser: LAPTOP })
    expect(await sessions(phone)).toMatchObject([
      { browser: 'Chrome, Android', is_this: true, country: null },
      { browser: 'Firefox, Linux', is_this: false },
    ])
  })

  it('[RM-8] end one by one, and nobody ends the session of another', async () => {
    const [email, stranger] = ['one@x.test', 'stranger@x.test']
    await makeListener(shop(), email)
    await makeListener(shop(), stranger)
    const [phone, laptop, foreign] = [await enter(email), await enter(email), await enter(stranger)]
    const other = (await sessions(phone)).find((one: { is_this: boolean }) => !one.is_this)
    expect((await ask(shop(), endpoints.endMySession, { id: other.id }, { token: foreign })).status).toBe(404)
    expect(await isAlive(laptop)).toBe(true)
    expect((await ask(shop(), endpoints.endMySession, { id: other.id }, { token: phone })).status).toBe(200)
    expect([await isAlive(laptop), await isAlive(phone)]).toEqual([false, true])
    expect((await ask(shop(), endpoints.endMySession, { id: other.id }, { token: phone })).status).toBe(404)
  })

  it('[RM-8] end all but this one, and no session of another', async () => {
    const [email, stranger] = ['all@x.test', 'elsewhere@x.test']
    await makeListener(shop(), email)
    await makeListener(shop(), stranger)
    const [here, two, three, foreign] = [
      await enter(email),
      await enter(email),
      await enter(email),
      await enter(stranger),
    ]
    expect((await ask(shop(), endpoints.endOtherSessions, {}, { token: here })).body).toMatchObject({ ended: 2 })
    expect(await Promise.all([here, two, three, foreign].map(isAlive))).toEqual([true, false, false, true])
  })

  it('[RM-8] that ran out are not listed', async () => {
    const email = 'gone@x.test'
    await makeListener(shop(), email)
    await enter(email)
    advanceClock(shop(), 31 * 86_400)
    expect(await sessions(await enter(email))).toHaveLength(1)
  })
})
