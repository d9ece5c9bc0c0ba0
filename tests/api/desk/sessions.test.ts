import { TOTP } from 'otpauth'
import { afterEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { hashPassword } from '../../../src/server/accounts/passwords/passwords.ts'
import { useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
const PASSWORD = 'a lamp for the river'
const SECRET = 'DEMODESKSECRETTOTP234567'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const start = () => (before ??= shop().clock.now)
let before: Date | undefined
const at = (ms: number) => void (shop().clock.now = new Date(start().getTime() + ms))
afterEach(() => at(0))

const post = (url: string, payload: object) =>
  shop().app.inject({ method: 'POST', url, payload, remoteAddress: '10.8.9.1' })

async function passwordGiven(email: string): Promise<string> {
  await shop().db.query(
    'insert into staff (email, name, role, password_hash, totp_secret) values ($1, $1, $2, $3, $4)',
    [email, 'editor', await hashPassword(PASSWORD), shop().context.encryption.encrypt(SECRET)],
  )
  return (await post('/api/desk/sign-in/', { email, password: PASSWORD })).json<{ ticket: string }>().ticket
}
const codeGiven = (ticket: string) =>
  post('/api/desk/sign-in/factor/', {
    ticket,
    code: new TOTP({ secret: SECRET }).generate({ timestamp: shop().clock.now.getTime() }),
  })
const statusAt = async (ms: number, cookie: string) => {
  at(ms)
  return (await sendAt(shop(), cookie, endpoints.deskMe)).statusCode
}

describe('a session at the desk', () => {
  it('[DK-1] ends eight hours after the sign-in, however much it is used', async () => {
    start()
    const signedIn = await codeGiven(await passwordGiven('day@desk.test'))
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
    for (let hours = 1; hours < 8; hours += 1)
      expect([hours, await statusAt(hours * HOUR, cookie)]).toEqual([hours, 200])
    expect(await statusAt(8 * HOUR - MINUTE, cookie)).toBe(200)
    expect(await statusAt(8 * HOUR + MINUTE, cookie)).toBe(401)
  })

  it('[DK-1] that an invitation opened ends after eight hours too, and no call of it is answered then', async () => {
    start()
    const { cookie } = await enterDesk(shop(), 'owner')
    expect(await statusAt(8 * HOUR - MINUTE, cookie)).toBe(200)
    expect(await statusAt(8 * HOUR + MINUTE, cookie)).toBe(401)
    for (const row of [endpoints.deskTitles, endpoints.deskOrders, endpoints.deskAudit, endpoints.deskAccount])
      expect((await sendAt(shop(), cookie, row)).statusCode).toBe(401)
  })

  it('[DK-1] is not begun with a password that was given too long ago', async () => {
    start()
    const [soon, late] = [await passwordGiven('soon@desk.test'), await passwordGiven('late@desk.test')]
    at(9 * MINUTE)
    expect((await codeGiven(soon)).statusCode).toBe(200)
    at(11 * MINUTE)
    expect((await codeGiven(late)).statusCode).toBe(410)
  })
})
