import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { buildApp } from '../../../src/server/app.ts'
import {
  addressBuckets,
  bucket,
  forgetLimits,
  giveBack,
  networkOf,
  RULES,
  take,
} from '../../../src/server/http/rate-limits.ts'
import { captchaProof } from '../support/captcha.ts'
import { advanceClock, ask, linkTo, makeListener, PASSWORD } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
const tryPassword = (email: string, password: string, address?: string, altcha = '') =>
  ask(shop(), endpoints.login, { login_type: 'normal', email, password, ...(altcha && { altcha }) }, { address })
/** With the proof that is asked for after some wrong passwords. */
const tryProven = async (email: string, password: string, address?: string) =>
  tryPassword(email, password, address, await captchaProof(shop()))
/** As many wrong passwords as an account allows, each with a proof, from networks of their own. */
const lock = (email: string) =>
  Promise.all(Array.from({ length: RULES.signInAccount.most }, (_, turn) => tryProven(email, `wrong${turn}`)))
const repeat = async (times: number, work: (turn: number) => Promise<{ status: number }>) => {
  const statuses: number[] = []
  for (let turn = 0; turn < times; turn += 1) statuses.push((await work(turn)).status)
  return statuses
}
const count = (statuses: number[], expected: number) => statuses.filter((status) => status === expected).length

describe('a rate limit', () => {
  it('[SI-2] allows exactly its limit of fifty simultaneous requests', async () => {
    const tries = [bucket(shop().context.encryption, 'signInAccount', 'race')]
    const taken = await Promise.all(Array.from({ length: 50 }, () => take(shop().context, tries)))
    expect(taken.filter((refused) => refused === undefined)).toHaveLength(RULES.signInAccount.most)
    expect(taken.at(-1)).toEqual({ retryAfter: 900 })
  })

  it('[SI-2] resets after its period, and does not count successes', async () => {
    const tries = [bucket(shop().context.encryption, 'linkAccount', 'again')]
    for (let turn = 0; turn < 5; turn += 1) await take(shop().context, tries)
    expect(await take(shop().context, tries)).toEqual({ retryAfter: 3_600 })
    await giveBack(shop().context, tries)
    await giveBack(shop().context, tries)
    expect(await take(shop().context, tries)).toBeUndefined()
    advanceClock(shop(), 1_800)
    expect(await take(shop().context, tries)).toEqual({ retryAfter: 1_800 })
    advanceClock(shop(), 1_800)
    expect(await take(shop().context, tries)).toBeUndefined()
  })

  it('[SI-2] is deleted after its period', async () => {
    advanceClock(shop(), 100_000)
    await forgetLimits(shop().context)
    expect(await shop().db.query('select 1 from limits')).toEqual([])
  })

  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('[SI-2] counts %s as %s: an IPv6 network is one caller', (address, network) =>
    expect(networkOf(address)).toBe(network),
  )
})

describe('signing in', () => {
  // The captcha also asks the clock of the machine.
  beforeEach(() => void (shop().clock.now = new Date()))

  it('[SI-2] attack case 55: stops a hundred wrong passwords from many addresses, and still accepts a known network', async () => {
    const email = 'aimed@x.test'
    await makeListener(shop(), email)
    expect((await tryPassword(email, PASSWORD, '10.5.0.1')).body.status).toBe('1')
    const wrong = await Promise.all(
      Array.from({ length: 100 }, (_, turn) => tryProven(email, `wrong${turn}`, `10.6.0.${turn}`)),
    )
    expect(wrong.filter(({ status }) => status === 429)).toHaveLength(90)
    expect((await tryProven(email, PASSWORD, '10.7.0.1')).status).toBe(429)
    expect((await tryPassword(email, PASSWORD, '10.5.0.1')).body.status).toBe('1')
  })

  it('[SI-2] attack case 55: a hundred guesses without a proof lock nobody out', async () => {
    const email = 'flooded@x.test'
    await makeListener(shop(), email)
    const wrong = await Promise.all(
      Array.from({ length: 100 }, (_, turn) => tryPassword(email, `wrong${turn}`, `10.6.2.${turn}`)),
    )
    expect(
      count(
        wrong.map(({ status }) => status),
        429,
      ),
    ).toBe(0)
    expect(
      count(
        wrong.map(({ status }) => status),
        200,
      ),
    ).toBeLessThanOrEqual(5)
    expect((await tryProven(email, PASSWORD, '10.7.2.1')).body.status).toBe('1')
  })

  it('[SI-2] attack case 54: does not tell by the end of a limit when the owner signed in', async () => {
    const email = 'unseen@x.test'
    await makeListener(shop(), email)
    shop().clock.now = new Date(Date.now() - 300_000)
    expect((await tryPassword(email, PASSWORD)).body.status).toBe('1')
    shop().clock.now = new Date()
    await lock(email)
    expect((await tryProven(email, PASSWORD, '10.7.3.1')).body.seconds).toBe(900)
  })

  it('[SI-2] attack case 55: accepts a listener in an unknown network by a reset link during an attack', async () => {
    const [email, address] = ['away@x.test', '10.5.1.1']
    await makeListener(shop(), email)
    await lock(email)
    expect((await tryProven(email, PASSWORD, address)).status).toBe(429)
    await ask(shop(), endpoints.resetPassword, { email })
    const pair = { password: PASSWORD, confirm_password: PASSWORD, token: await linkTo(shop(), email) }
    await ask(shop(), endpoints.resetPasswordConfirm, pair, { address })
    expect((await tryPassword(email, PASSWORD, address)).body.status).toBe('1')
  })

  it('[SI-2] attack case 55: stops one address that tries many accounts, and no other address', async () => {
    const statuses = await repeat(62, (turn) => tryPassword(`many${turn}@x.test`, 'wrong', '10.5.2.1'))
    // After ten wrong passwords the captcha is asked for, and every try counts.
    expect([count(statuses, 200), count(statuses, 422), count(statuses, 429)]).toEqual([10, 50, 2])
    await makeListener(shop(), 'many61@x.test')
    expect((await tryPassword('many61@x.test', PASSWORD, '10.5.2.2')).body.status).toBe('1')
  })

  it('[SI-2] unlocks an account after a while', async () => {
    await makeListener(shop(), 'ends@x.test')
    await lock('ends@x.test')
    const locked = await tryProven('ENDS@x.test', PASSWORD)
    expect(locked).toMatchObject({ status: 429, body: { status: false, fault: 'tooMany', seconds: 900 } })
    expect(locked.headers['retry-after']).toBe('900')
    advanceClock(shop(), 901)
    expect((await tryPassword('ends@x.test', PASSWORD)).body.status).toBe('1')
  })

  it('[SI-2] does not count the right password', async () => {
    await makeListener(shop(), 'often@x.test')
    const statuses = await repeat(15, () => tryPassword('often@x.test', PASSWORD, '10.5.3.1'))
    expect(count(statuses, 200)).toBe(15)
  })

  it('[SI-2] attack case 70: counts the address behind the trusted proxy and no forged one', async () => {
    const invent = (turn: number) => ({ address: '10.5.4.1', headers: { 'x-forwarded-for': `1.2.3.${turn}` } })
    const body = (turn: number) => ({ email: `xff${turn}@x.test` })
    const direct = await repeat(21, (turn) => ask(shop(), endpoints.resetPassword, body(turn), invent(turn)))
    expect(direct.at(-1)).toBe(429)
    const app = await buildApp(shop().context, { trustProxy: '10.5.4.1' })
    const behind = await repeat(21, (turn) =>
      ask({ ...shop(), app }, endpoints.resetPassword, body(turn), invent(turn)),
    )
    expect(count(behind, 200)).toBe(21)
    await app.close()
  })
})

describe('mails that guests request', () => {
  it.each([endpoints.registerEmail, endpoints.resetPassword])(
    '[SU-5] attack case 55: $path stops after five to one address and twenty from one caller',
    async (row) => {
      const toOne = await Promise.all(Array.from({ length: 50 }, () => ask(shop(), row, { email: 'flooded@x.test' })))
      expect(toOne.filter(({ status }) => status === 200)).toHaveLength(5)
      const address = row === endpoints.resetPassword ? '10.5.5.1' : '10.5.5.2'
      const fromOne = await Promise.all(
        Array.from({ length: 50 }, (_, turn) => ask(shop(), row, { email: `one${turn}@x.test` }, { address })),
      )
      expect(fromOne.filter(({ status }) => status === 200)).toHaveLength(20)
    },
  )
})

describe('the captcha of the sign-in', () => {
  const signIn = async (password: string, altcha?: string) =>
    ask(shop(), endpoints.login, { login_type: 'normal', email: 'human@x.test', password, ...(altcha && { altcha }) })

  it('[RL-2] is asked for after five wrong passwords, and a solved one signs in', async () => {
    // The captcha also asks the clock of the machine.
    shop().clock.now = new Date()
    await makeListener(shop(), 'human@x.test')
    for (const turn of [1, 2, 3, 4, 5]) expect((await signIn(`wrong${turn}`)).body).toEqual({ status: '2' })
    const asked = { status: 422, body: { status: false, fault: 'humanCheck', fields: { altcha: 'humanCheck' } } }
    expect(await signIn(PASSWORD)).toMatchObject(asked)
    expect(await signIn(PASSWORD, 'no proof')).toMatchObject(asked)
    const proof = await captchaProof(shop())
    expect((await signIn('wrong', proof)).body).toEqual({ status: '2' })
    // Each proof is used once.
    expect(await signIn(PASSWORD, proof)).toMatchObject(asked)
    expect((await signIn(PASSWORD, await captchaProof(shop()))).body).toMatchObject({ status: '1' })
  })
})

describe('limits of networks', () => {
  it('[RL-2] also count the /48 around an IPv6 network', async () => {
    const { context } = shop()
    const rule = 'giverAddress'
    const of = (network: number) => addressBuckets(context.encryption, rule, `2001:db8:77:${network.toString(16)}::1`)
    let taken = 0
    for (let network = 1; network <= 10; network += 1)
      for (let turn = 0; turn < RULES[rule].most; turn += 1)
        if ((await take(context, of(network))) === undefined) taken += 1
    expect(taken).toBe(RULES[rule].most * 8)
    expect(await take(context, addressBuckets(context.encryption, rule, '2001:db8:78:1::1'))).toBeUndefined()
    expect(addressBuckets(context.encryption, rule, '10.0.0.1')).toHaveLength(1)
  })
})

describe('messages about payments', () => {
  const forge = (index: number, from = '10.5.9.1') =>
    shop().app.inject({
      method: 'POST',
      url: '/api/payment/payu/webhook',
      remoteAddress: from,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `txnid=none${index}&status=success&hash=${index}`,
    })

  it('[RL-2] that are forged keep their text up to a limit, then a hash only', async () => {
    const most = RULES.oddReplyAddress.most
    for (let index = 0; index < most + 5; index += 1) await forge(index)
    const rows = await shop().db.query<{ bytes: number }>(
      'select length(body) as bytes from payment_events order by id',
    )
    expect(rows).toHaveLength(most + 5)
    expect(rows.filter(({ bytes }) => bytes === 0)).toHaveLength(5)
  })

  it('[RL-2] are limited by network', async () => {
    const { encryption } = shop().context
    const [bucketOfNetwork] = addressBuckets(encryption, 'gatewayAddress', '10.5.9.2')
    await forge(1, '10.5.9.2')
    await shop().db.query('update limits set count = $2 where key = $1', [
      bucketOfNetwork?.key,
      RULES.gatewayAddress.most,
    ])
    const reply = await forge(2, '10.5.9.2')
    expect([reply.statusCode, Number(reply.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await forge(3, '10.5.9.3')).statusCode).toBe(200)
  })
})
