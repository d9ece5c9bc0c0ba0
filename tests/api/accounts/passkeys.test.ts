import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import type { PasskeyJson } from '#contract/accounts/passkeys.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { Authenticator } from '../support/authenticator.ts'
import { advanceClock, ask, makeListener, PASSWORD, sentTo } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
const REFUSED = { status: '11', message: 'passkeyRefused' }

async function enter(email: string, more: { password?: string | null } = {}) {
  const userId = await makeListener(shop(), email, more)
  return { userId, token: await openSession(shop().context, userId) }
}
async function optionsFor(token: string, input: object = {}) {
  const { body } = await ask(shop(), endpoints.addPasskeyOptions, input, { token })
  return body as { passkey: PasskeyJson; fault?: string }
}
const add = async (token: string, passkey: PasskeyJson, name = '') =>
  (await ask(shop(), endpoints.addPasskey, { name, passkey }, { token })).body
async function addNew(token: string, device = new Authenticator()) {
  expect(await add(token, device.make((await optionsFor(token)).passkey))).toEqual({ status: true })
  return device
}
const offer = async () => (await ask(shop(), endpoints.passkeySignInOptions, {})).body.passkey as PasskeyJson
const signIn = async (passkey: PasskeyJson, from = {}) =>
  (await ask(shop(), endpoints.passkeySignIn, { passkey }, from)).body
const list = async (token: string) =>
  (await ask(shop(), endpoints.myPasskeys, {}, { token })).body.passkeys as { id: number; name: string }[]

describe('a passkey of a listener', () => {
  it('[RM-8] is added, named after the browser, told by mail in the language of the account, and opens the account', async () => {
    const { userId, token } = await enter('asha@x.test')
    await shop().db.query(
      `insert into privacy_receipts (user_id, purpose, notice, language, is_given, created_at) values ($1, 'account', 'x', 'mr', true, now())`,
      [userId],
    )
    const device = new Authenticator()
    const { passkey } = await optionsFor(token)
    const added = await ask(
      shop(),
      endpoints.addPasskey,
      { name: '', passkey: device.make(passkey) },
      { token, headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 16) Chrome/140.0' } },
    )
    expect(added.body).toEqual({ status: true })
    expect((await list(token)).map(({ name }) => name)).toEqual(['Chrome, Android'])
    const [mail] = await sentTo(shop(), 'asha@x.test')
    expect(mail?.subject).toContain('पासकी')
    expect(mail?.body).toContain('Chrome, Android')
    expect(mail?.body).toContain('/mr/library/?profile=security')
    expect(await signIn(device.sign(await offer()))).toMatchObject({ status: '1', account_id: String(userId) })
  })

  it('[RM-8] signs nobody in by the options of another shop, and the options name no account', async () => {
    const options = await offer()
    expect(options).toMatchObject({ rpId: 'shop.test', userVerification: 'required', allowCredentials: [] })
    const device = await addNew((await enter('site@x.test')).token)
    for (const ways of [
      { origin: 'https://evil.test' },
      { origin: 'https://shop.test.evil.test' },
      { host: 'evil.test' },
      { isVerified: false },
    ])
      expect(await signIn(device.sign(await offer(), ways))).toEqual(REFUSED)
  })

  it('[RM-8] refuses a challenge that the shop did not make, created for something else, or long ago', async () => {
    const { token } = await enter('forged@x.test')
    const device = await addNew(token)
    const social = (await ask(shop(), endpoints.loginProviders, {})).body.nonce as string
    const registration = String((await optionsFor(token)).passkey['challenge'])
    const text = Buffer.from(String((await offer())['challenge']), 'base64url').toString()
    const forged = Buffer.from(text.replace(/.$/, (last) => (last === '0' ? '1' : '0'))).toString('base64url')
    for (const challenge of ['', 'AAAA', forged, Buffer.from(social).toString('base64url'), registration])
      expect(await signIn(device.sign(await offer(), { challenge }))).toEqual(REFUSED)
    const late = await offer()
    advanceClock(shop(), 601)
    expect(await signIn(device.sign(late))).toEqual(REFUSED)
    expect(await signIn(device.sign(await offer()))).toMatchObject({ status: '1' })
  })

  it('[RM-8] is answered once: of two calls with one signature the second is refused, also at the same time', async () => {
    const device = await addNew((await enter('replay@x.test')).token)
    const answer = device.sign(await offer())
    expect(await signIn(answer)).toMatchObject({ status: '1' })
    expect(await signIn(answer)).toEqual(REFUSED)
    const again = device.sign(await offer())
    const both = await Promise.all([signIn(again), signIn(again)])
    expect(both.filter(({ status }) => status === '1')).toHaveLength(1)
  })

  it('[RM-8] with a counter that goes back or stands is refused, as that of a copy', async () => {
    const device = await addNew((await enter('copy@x.test')).token)
    for (const counter of [5, 6]) expect((await signIn(device.sign(await offer(), { counter }))).status).toBe('1')
    for (const counter of [6, 5, 0]) expect(await signIn(device.sign(await offer(), { counter }))).toEqual(REFUSED)
    const two = [device.sign(await offer(), { counter: 7 }), device.sign(await offer(), { counter: 7 })]
    const replies = await Promise.all(two.map((answer) => signIn(answer)))
    expect(replies.filter(({ status }) => status === '1')).toHaveLength(1)
  })

  it('[RM-8] of a provider that synchronises always counts zero, and works', async () => {
    const device = await addNew((await enter('synced@x.test')).token)
    for (let round = 0; round < 2; round += 1)
      expect((await signIn(device.sign(await offer(), { counter: 0 }))).status).toBe('1')
  })

  it('[RM-8] does not open the account of another: by its id, by its challenge, or by its removal', async () => {
    const [own, other] = [await enter('own@x.test'), await enter('other@x.test')]
    const victim = await addNew(other.token)
    const attacker = await addNew(own.token)
    // Signed by the attacker's key under the victim's id.
    expect(await signIn(attacker.sign(await offer(), { id: victim.id }))).toEqual(REFUSED)
    // A challenge to make a passkey belongs to one session.
    const foreign = await optionsFor(other.token)
    expect(await add(own.token, new Authenticator().make(foreign.passkey))).toMatchObject({ fault: 'passkey' })
    // The id of the victim's passkey with the attacker's key.
    const taken = new Authenticator().make((await optionsFor(own.token)).passkey, { id: victim.id })
    expect(await add(own.token, taken)).toMatchObject({ fault: 'passkey' })
    const [passkey] = await list(other.token)
    const id = passkey?.id ?? 0
    expect((await ask(shop(), endpoints.removePasskey, { id }, { token: own.token })).status).toBe(404)
    expect((await ask(shop(), endpoints.renamePasskey, { id, name: 'x' }, { token: own.token })).status).toBe(404)
    expect((await signIn(victim.sign(await offer()))).account_id).toBe(String(other.userId))
  })

  it('[RM-8] is stored once, for this site, and only with the person proved to the device', async () => {
    const { token } = await enter('twice@x.test')
    const device = new Authenticator()
    const created = device.make((await optionsFor(token)).passkey)
    expect(await add(token, created)).toEqual({ status: true })
    expect(await add(token, created)).toMatchObject({ fault: 'passkey' })
    for (const ways of [{ origin: 'https://evil.test' }, { host: 'evil.test' }, { isVerified: false }])
      expect(await add(token, new Authenticator().make((await optionsFor(token)).passkey, ways))).toMatchObject({
        fault: 'passkey',
      })
    expect((await optionsFor(token)).passkey).toMatchObject({ excludeCredentials: [{ id: device.id }] })
    expect(await list(token)).toHaveLength(1)
  })

  it('[RM-8] refuses odd answers instead of failing', async () => {
    const { token } = await enter('odd@x.test')
    for (const passkey of [
      {},
      { id: 'x', response: null },
      { id: 'x', response: { clientDataJSON: 7 } },
      { id: ['x'], response: { clientDataJSON: Buffer.from('[]').toString('base64url') } },
    ]) {
      expect(await signIn(passkey)).toEqual(REFUSED)
      expect(await add(token, passkey)).toMatchObject({ fault: 'passkey' })
    }
  })
})

describe('adding a passkey', () => {
  it('[RM-8] needs the password when the sign-in is older than a quarter of an hour, and guesses are limited', async () => {
    const { token } = await enter('old@x.test')
    advanceClock(shop(), 901)
    expect((await ask(shop(), endpoints.myPasskeys, {}, { token })).body.is_fresh).toBe(false)
    expect(await optionsFor(token)).toMatchObject({ fault: 'password' })
    expect((await optionsFor(token, { password: PASSWORD })).passkey).toBeDefined()
    const guesses = []
    for (let round = 0; round < 11; round += 1)
      guesses.push((await ask(shop(), endpoints.addPasskeyOptions, { password: 'wrong' }, { token })).status)
    expect(guesses.at(-1)).toBe(429)
  })

  it('[RM-8] needs a new sign-in where there is no password', async () => {
    const { token } = await enter('none@x.test', { password: null })
    expect((await optionsFor(token)).passkey).toBeDefined()
    advanceClock(shop(), 901)
    expect(await optionsFor(token)).toMatchObject({ fault: 'signInAgain' })
  })

  it('[RM-8] ends at twenty, for two devices at once too', async () => {
    const { userId, token } = await enter('many@x.test')
    await shop().db.query(
      `insert into passkeys (user_id, credential, public_key, counter, name, created_at)
        select $1, 'many' || n, '', 0, 'x', now() from generate_series(1, 19) n`,
      [userId],
    )
    const created = [await optionsFor(token), await optionsFor(token)].map(({ passkey }) =>
      new Authenticator().make(passkey),
    )
    const replies = await Promise.all(created.map((passkey) => add(token, passkey)))
    expect(replies).toEqual(
      expect.arrayContaining([{ status: true }, expect.objectContaining({ fault: 'tooManyPasskeys' })]),
    )
    expect(await list(token)).toHaveLength(20)
    expect(await optionsFor(token)).toMatchObject({ fault: 'tooManyPasskeys' })
  })
})

describe('the passkeys of an account', () => {
  it('[RM-8] are renamed and removed, and a removed one opens nothing', async () => {
    const { token } = await enter('list@x.test')
    const device = await addNew(token)
    const [{ id } = { id: 0 }] = await list(token)
    await ask(shop(), endpoints.renamePasskey, { id, name: ' माझा\u202e फोन ' }, { token })
    expect((await list(token)).map(({ name }) => name)).toEqual(['माझा फोन'])
    expect((await ask(shop(), endpoints.removePasskey, { id }, { token })).body).toEqual({ status: true })
    expect(await list(token)).toEqual([])
    expect(await signIn(device.sign(await offer()))).toEqual(REFUSED)
  })

  it('[RM-8] keep the last way in, also when two are removed at once', async () => {
    const { userId, token } = await enter('last@x.test')
    await addNew(token)
    await addNew(token)
    await shop().db.query(`update users set email = null, password_hash = null where id = $1`, [userId])
    const ids = (await list(token)).map(({ id }) => id)
    const replies = await Promise.all(ids.map((id) => ask(shop(), endpoints.removePasskey, { id }, { token })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const [left] = await list(token)
    expect((await ask(shop(), endpoints.removePasskey, { id: left?.id ?? 0 }, { token })).body.fault).toBe('lastWay')
    await shop().db.query(`insert into identities (provider, uid, user_id) values ('mobile', '9800000001', $1)`, [
      userId,
    ])
    expect((await ask(shop(), endpoints.removePasskey, { id: left?.id ?? 0 }, { token })).status).toBe(200)
  })

  it('[RM-8] limits the guesses of one network', async () => {
    const replies = []
    for (let round = 0; round < 61; round += 1)
      replies.push((await ask(shop(), endpoints.passkeySignIn, { passkey: {} }, { address: '10.77.0.1' })).status)
    expect([replies[59], replies[60]]).toEqual([200, 429])
  })
})
