import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { manage } from '../../../scripts/manage/run.ts'
import { buyer, cartOf, coupon, fillCart } from '../support/cart.ts'
import { advanceClock, ask, PASSWORD, sentTo } from '../support/personas.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()
const base = mkdtempSync(join(tmpdir(), 'shop-people-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const run = (...args: string[]) => manage(args, async () => ({ context: shop().context, close: async () => undefined }))
const json = async (...args: string[]) => JSON.parse(await run(...args, '--json'))
const lastAction = async () => {
  const [{ action, target, details }] = (await json('audit', 'list', '--limit', '1')).rows
  return [action, target, JSON.parse(details)]
}

describe('the operator and coupons', () => {
  it('[OP-3] [CK-2] adds one that a buyer can use at once, until the end of its last day in India', async () => {
    expect(await json('coupons', 'add', 'diwali25', '25', '--uses', '2', '--until', '2026-11-22')).toMatchObject({
      code: 'DIWALI25',
      percent: 25,
      uses_left: 2,
      expires: '2026-11-22T18:30:00.000Z',
      paid_orders: 0,
    })
    expect(await lastAction()).toEqual([
      'add',
      'coupon DIWALI25',
      { percent: 25, uses: 2, expires: '2026-11-22T18:30:00.000Z' },
    ])
    const one = await buyer(shop())
    const token = await fillCart(shop(), one, 'plan-30')
    expect((await coupon(shop(), one, token, 'Diwali25')).body).toMatchObject({ status: true })
    expect((await cartOf(shop(), one)).voucher_code).toBe('DIWALI25')
    advanceClock(shop(), 36 * 3600 + 1800)
    expect((await coupon(shop(), one, token, 'DIWALI25')).body).toMatchObject({ status: false })
  })

  it('[OP-3] [CK-2] ends one, shows it, and never creates a code twice', async () => {
    await run('coupons', 'add', 'ONCE', '10')
    await expect(run('coupons', 'add', 'once', '20')).rejects.toThrow('There is a coupon once already.')
    expect(await run('coupons', 'end', 'once')).toBe('coupon once has ended')
    const one = await buyer(shop())
    expect((await coupon(shop(), one, await fillCart(shop(), one, 'plan-30'), 'ONCE')).body).toMatchObject({
      status: false,
    })
    expect(await json('coupons', 'show', 'ONCE')).toMatchObject({ code: 'ONCE', percent: 10 })
    expect((await json('coupons', 'list')).rows[0]).toMatchObject({ code: 'ONCE' })
    await expect(run('coupons', 'end', 'NONE')).rejects.toThrow('There is no coupon NONE.')
    await expect(run('coupons', 'show', 'NONE')).rejects.toThrow('There is no coupon NONE.')
  })

  it.each([
    [['coupons', 'add', 'A B', '10'], /^CODE must be/],
    [['coupons', 'add', 'AB', '0'], /^PERCENT must be a number from 1 to 100/],
    [['coupons', 'add', 'AB', '10.5'], /^PERCENT/],
    [['coupons', 'add', 'AB', '10', '--uses', 'many'], /^--uses must be/],
    [['coupons', 'add', 'AB', '10', '--until', '2026-02-30'], /^--until must be today/],
    [['coupons', 'add', 'AB', '10', '--until', '2020-01-01'], /^--until must be today or later/],
    [['coupons', 'list', '--uses', '3'], /^--uses is not an option of this command/],
    [['coupons', 'add', 'AB'], /^usage: coupons add CODE PERCENT \[--uses N\] \[--until YYYY-MM-DD\]$/],
  ])('[OP-3] explains the error in %j', async (args, message) => {
    await expect(run(...args)).rejects.toThrow(message)
    await expect(run('coupons', 'show', 'AB')).rejects.toThrow('There is no coupon')
  })
})

describe('the operator and accounts', () => {
  it('[OP-3] finds an account by address, number and name, and logs the access', async () => {
    const one = await buyer(shop())
    for (const text of [one.email.toUpperCase(), 'asha josh', 'Joshi Asha', '9876543210']) {
      expect((await json('users', 'find', text, '--limit', '1000')).rows.map(({ id }: { id: number }) => id)).toContain(
        one.id,
      )
    }
    expect((await json('users', 'find', '%')).total).toBe(0)
    expect((await json('users', 'list')).rows[0]).toMatchObject({
      id: one.id,
      name: 'Asha Joshi',
      email: one.email,
    })
    expect(await json('users', 'show', String(one.id))).toMatchObject({
      id: one.id,
      email: one.email,
      sessions: 1,
      plan: null,
      library: [],
      orders: [],
    })
    expect(await lastAction()).toEqual(['look', `user ${one.id}`, {}])
    expect(JSON.stringify(await json('users', 'show', String(one.id)))).not.toMatch(/argon2|token/)
    await expect(run('users', 'show', '99999')).rejects.toThrow('There is no account 99999.')
  })

  it('[OP-3] ends every session of an account at once', async () => {
    const one = await buyer(shop())
    expect((await ask(shop(), endpoints.myProfile, {}, { token: one.token })).status).toBe(200)
    expect(await run('users', 'logout', String(one.id))).toBe(`1 sessions of account ${one.id} have ended`)
    expect((await ask(shop(), endpoints.myProfile, {}, { token: one.token })).status).toBe(401)
    expect(await run('users', 'logout', String(one.id))).toBe(`0 sessions of account ${one.id} have ended`)
    await expect(run('users', 'logout', '99999')).rejects.toThrow('There is no account')
  })

  it('[OP-3] grants a title once, and refuses an unknown key', async () => {
    const one = await buyer(shop())
    for (const _ of [1, 2])
      expect(await run('users', 'give', String(one.id), 'chhava')).toBe(`chhava is in the library of account ${one.id}`)
    expect((await json('users', 'show', String(one.id))).library).toEqual(['chhava (gift)'])
    await expect(run('users', 'give', String(one.id), 'nothing')).rejects.toThrow(
      'no published title with the key nothing',
    )
    await expect(run('users', 'give', '99999', 'chhava')).rejects.toThrow('There is no account 99999.')
  })

  it('[OP-3] exports personal data to a new file that only its owner can read', async () => {
    const one = await buyer(shop())
    const file = join(base, 'export.json')
    expect(await run('users', 'export', String(one.id), file)).toBe(`saved to ${file}`)
    expect(JSON.parse(readFileSync(file, 'utf8')).data.profile).toMatchObject([{ email: one.email }])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(run('users', 'export', String(one.id), file)).rejects.toThrow('exists already')
    await expect(run('users', 'export', '99999', join(base, 'none'))).rejects.toThrow('There is no account')
    expect(await lastAction()).toEqual(['export', `user ${one.id}`, {}])
  })

  it('[OP-3] erases an account only with a confirmation, and mails its owner', async () => {
    const one = await buyer(shop())
    await expect(run('users', 'erase', String(one.id))).rejects.toThrow('Repeat the command with --yes')
    expect(await run('users', 'erase', String(one.id), '--yes')).toMatch(/is erased/)
    expect(
      (await ask(shop(), endpoints.login, { login_type: 'normal', email: one.email, password: PASSWORD })).body,
    ).not.toHaveProperty('token')
    expect(await sentTo(shop(), one.email)).toHaveLength(1)
    await expect(run('users', 'erase', String(one.id), '--yes')).rejects.toThrow('There is no account')
  })
})

describe('the operator and notifications', () => {
  const message = (key: string, more: object = {}) => ({
    key,
    kind: 'promotional_notification',
    translations: { en: { name: 'Monsoon week', description: 'Ten titles for less' }, mr: { name: 'पाऊस सप्ताह' } },
    ...more,
  })
  const fileOf = (name: string, content: unknown) => {
    const file = join(base, name)
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    return file
  }
  const answersTo = async (token: string) =>
    (await ask(shop(), endpoints.myNotification, { offset: 0, limit: 10 }, { token })).body

  it('[OP-3] [PR-4] sends a notification to every listener once, changes it, and removes it', async () => {
    const one = await buyer(shop())
    const file = fileOf('week.json', [message('monsoon-week', { product: 'chhava' })])
    expect(await run('notifications', 'send', file)).toBe('1 sent or changed')
    expect(await run('notifications', 'send', file)).toBe('0 sent or changed')
    expect(JSON.stringify(await answersTo(one.token))).toContain('Ten titles for less')
    const [{ id, title, for: whom }] = (await json('notifications', 'list')).rows
    expect([title, whom]).toEqual(['Monsoon week', 'everybody'])
    expect(await run('notifications', 'remove', String(id))).toBe(`notification ${id} is removed`)
    expect(JSON.stringify(await answersTo(one.token))).not.toContain('Ten titles for less')
    await expect(run('notifications', 'remove', String(id))).rejects.toThrow('There is no notification')
  })

  it('[OP-3] [PR-4] reports an invalid notification, and sends the others', async () => {
    const mixed = fileOf('mixed.json', [
      message('good'),
      message('bad', { product: 'no-such-title' }),
      { key: 'worse' },
    ])
    expect(await run('notifications', 'send', mixed)).toMatch(
      /^1 sent or changed\nmessage 3: kind .*\nmessage 2: product is unknown$|^1 sent or changed\nmessage 2: product is unknown\nmessage 3: kind/,
    )
    await expect(run('notifications', 'send', fileOf('bad.json', message('bad', { kind: 'x' })))).rejects.toThrow(
      /message 1: kind/,
    )
    await expect(run('notifications', 'send', fileOf('broken.json', '{'))).rejects.toThrow('could not be read as JSON')
    await expect(run('notifications', 'send', join(base, 'missing.json'))).rejects.toThrow('could not be read')
  })
})
