import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import type { Db } from '../../../src/server/db/connect.ts'
import { answerAudition } from '../../../src/server/auditions/decide.ts'
import { answerLetter } from '../../../src/server/contact/answer.ts'
import { deleteAccount, eraseAccount } from '../../../src/server/privacy/personal-data-export.ts'
import { notify } from '../../../src/server/notifications/notifications.ts'
import { HOLDINGS } from '../../../src/server/privacy/personal-data.ts'
import { hashOf, openSession } from '../../../src/server/accounts/sessions.ts'
import { refundOrderLines } from '../../../src/server/payments/decisions/refund-order-lines.ts'
import { buyer, fillCart } from '../support/cart.ts'
import { paidOrder } from '../support/desk-orders.ts'
import { advanceClock, ask, makeListener, PASSWORD, sentTo } from '../support/personas.ts'
import { order as buy, shopWithGateways } from '../support/payments.ts'
import { idOf } from '../support/shop.ts'

type Owner = { id: number; email: string; password_hash: string }
const shop = shopWithGateways()
const DEVICE = {
  name: 'Firefox',
  type: 'web',
  device_id: 'd',
  registration_id: '',
  token: '',
  lat: 18.5,
  lon: 73.9,
  is_indian: null,
}

/** Tables that hang on those of the list, and why they are not in it. */
const NOT_NAMED = {
  audition_sounds: 'how loud a recording is, made of it again at any time',
  payment_events: 'what a gateway sent, encrypted as evidence; its result is in the payment',
  recording_parts: 'bytes of an upload that is not complete, for a day',
  renewal_periods: 'the next step of a mandate; what was debited is an order',
}

/** Of the tables of purchases: what an export leaves out. */
const NOT_READ = {
  // Of people without an account.
  tables: ['gifters', 'sealed_buyers'],
  columns: [
    // Links between rows, which the export shows as lists.
    ...[
      'id',
      'cart_id',
      'gifter_id',
      'owner',
      'replaces_id',
      'coupon_id',
      'voice_id',
      'last_subscription_id',
      'variant',
    ],
    // Secrets, hashes and the state of the machinery.
    ...['token', 'code_mark', 'code_sealed', 'fingerprint', 'holds_coupon', 'check_at', 'checks', 'due_at', 'tries'],
  ],
}

async function listener(email: string, more: { password?: null } = {}) {
  const id = await makeListener(shop(), email, more)
  return { id, email, token: await openSession(shop().context, id) }
}
/** Inserts a row into every table with personal data. */
async function live({ id, email, token }: { id: number; email: string; token: string }): Promise<void> {
  const { db } = shop()
  const [plan] = await db.query<{ id: number }>('select id from plans limit 1')
  await ask(shop(), endpoints.registerDeviceV1, DEVICE, { token })
  await notify(shop().context, {
    kind: 'promotional_notification',
    translations: { en: { name: 'For you' } },
    userId: id,
  })
  await ask(shop(), endpoints.notificationRead, {}, { token })
  await ask(shop(), endpoints.confirmNotice, {}, { token })
  await db.query(
    `insert into subscriptions (user_id, plan_id, starts_at, ends_at) values ($1, $2, now(), now() + interval '30 days')`,
    [id, plan?.id],
  )
  await db.query(`insert into identities (provider, uid, user_id) values ('google', $1, $2)`, [`g-${id}`, id])
  await db.query(
    `insert into contacts (type, first_name, last_name, email, mobile, comments) values ('customer', 'Asha', 'Joshi', $1, '9876543210', 'Hello')`,
    [email],
  )
  await db.query(
    `insert into reviews (product_id, user_id, name, score, title, body) values ($1, $2, 'Asha', 5, 'Calm', 'Very calm')`,
    [await idOf(shop(), 'products', 'tukaram'), id],
  )
  const [product, track] = [await idOf(shop(), 'products', 'dnyaneshwari'), await idOf(shop(), 'tracks', 'dn/1')]
  await db.query(`insert into library_entries (user_id, product_id, how, added_at) values ($1, $2, 'free', now())`, [
    id,
    product,
  ])
  await db.query(
    'insert into listening_positions (user_id, track_id, product_id, opened_at) values ($1, $2, $3, now())',
    [id, track, product],
  )
  await db.query(
    `insert into marks (user_id, id, product_id, track_id, seconds, note, is_deleted, changed_at, versions, state)
     values ($1, '00000000-0000-4000-8000-000000000001', $2, $3, 7, 'Mine', false, now(), '{}', 1)`,
    [id, product, track],
  )
  await db.query(
    'insert into listening_places (user_id, product_id, device, track_id, seconds, event_at) values ($1, $2, $3, $4, 3, now())',
    [id, product, Buffer.from('d'), track],
  )
  await db.query(
    `insert into certificates (code, user_id, subject, name, title, issued_at) values ($1, $2, 'lab', 'Asha', '{}', now())`,
    [`c-${id}`, id],
  )
  await db.query(
    `insert into gift_voices (id, user_id, file, bytes, seconds, created_at) values (gen_random_uuid(), $1, $2, 9, 2, now())`,
    [id, `voices/${String(id).padStart(32, '0')}.mp3`],
  )
  const [order] = await db.query<{ id: number }>(
    `insert into orders (token, user_id, fingerprint, status, is_gift, locale, email, first_name, last_name, mobile, country, state, seller_state, currency,
       subtotal, discount, cgst, sgst, igst, total, created_at, expires_at)
     values ($1, $2, 'f', 'cancelled', true, 'en', $3, 'Asha', 'Joshi', '9876543210', 'IN', 'MH', 'MH', 'INR', 100, 0, 9, 9, 0, 118, now(), now()) returning id`,
    [`o-${id}`, id, email],
  )
  await db.query(
    `with l as (insert into order_lines (order_id, position, variant, product_id, translations, sac, price, discount, cgst, sgst, igst)
       values ($1, 0, 1, $2, '{}', '9984', 100, 0, 9, 9, 0) returning id)
     insert into grants (line_id, user_id, granted_at) select id, $3, now() from l`,
    [order?.id, product, id],
  )
  await fillCart(shop(), { token }, 'chhava')
  await db.query(
    `with a as (insert into payment_attempts (order_id, gateway, key, amount, currency, created_at) values ($1, 'payu', $2, 118, 'INR', now()) returning id)
     insert into mandates (user_id, attempt_id, plan_id, gateway, locale, currency, price, amount, ceiling, days, ends_at, state, created_at)
     select $3, a.id, $4, 'payu', 'en', 'INR', 100, 118, 118, 30, now() + interval '5 years', 'active', now() from a`,
    [order?.id, `k-${id}`, id, plan?.id],
  )
  await db.query(
    `insert into gifts (order_id, email, first_name, last_name, mobile, country, message) values ($1, 'friend@x.test', 'Ravi', 'Joshi', '9876543211', 'IN', 'For you')`,
    [order?.id],
  )
  const [portrait, recording] = ['a', 'b'].map((letter) => letter.repeat(16) + String(id).padStart(16, '0'))
  await shop().context.media.put(`listeners/${portrait}.webp`, Buffer.from('portrait'))
  await shop().context.media.put(`auditions/${recording}.bin`, Buffer.from('recording'))
  await db.query('update users set picture = $2 where id = $1', [id, `/media/listeners/${portrait}.webp`])
  await db.query(
    `insert into auditions (user_id, first_name, last_name, mobile, email, city, country, project_name, has_recording_setup, is_professional, file, kind, bytes, created_at)
     values ($1, 'Asha', 'Joshi', '9876543210', $2, 'Pune', 'IN', 'Tales', true, false, $3, 'mp3', 9, now())`,
    [id, email, `auditions/${recording}.bin`],
  )
  await db.query(
    `insert into passkeys (user_id, credential, public_key, counter, name, created_at) values ($1, $2, 'k', 0, 'My phone', now())`,
    [id, `c-${id}`],
  )
  await db.query(
    'insert into follows (user_id, person_id, created_at) select $1, id, now() from people order by id limit 1',
    [id],
  )
  await ask(shop(), endpoints.login, { login_type: 'normal', email, password: PASSWORD })
  await ask(shop(), endpoints.resetPassword, { email })
}
const filesOf = async (id: number): Promise<string[]> => {
  const found = await shop().db.query<{ path: string }>(
    `select replace(picture, '/media/', '') as path from users where id = $1 union all select file from auditions where user_id = $1`,
    [id],
  )
  return found.map(({ path }) => path)
}
const there = (paths: string[]) =>
  Promise.all(paths.map(async (path) => (await shop().context.media.stat(path)) !== undefined))
const erase = (token: string, more: object = {}) =>
  ask(shop(), endpoints.deleteAccount, { password: PASSWORD, confirmed: true, ...more }, { token })
const left = async (id: number, email: string) => {
  const tables = HOLDINGS.flatMap((holding) => holding.tables)
  const texts = await Promise.all(
    tables.map(async (table) =>
      (await shop().db.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t`)).map(({ row }) => row),
    ),
  )
  return texts.flat().filter((row) => row.includes(`"user_id": ${id},`) || row.includes(email))
}

describe('the list of personal data', () => {
  it('[PR-5] names every table with personal data', async () => {
    const found = await shop().db.query<{ name: string }>(
      `select distinct table_name as name from information_schema.columns where table_schema = 'public' and column_name in ('user_id', 'email', 'contact_email') order by 1`,
    )
    // People of the desk are the publisher's own, and no listeners.
    const named = new Set(['staff', ...HOLDINGS.flatMap(({ tables }) => tables)])
    expect(found.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([])
  })

  it('[PR-5] names every table that hangs on one of them', async () => {
    const named = new Set(HOLDINGS.flatMap(({ tables }) => tables))
    const found = await shop().db.query<{ name: string }>(
      `select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid::regclass::text = any($1) order by 1`,
      [[...named]],
    )
    expect(found.map(({ name }) => name).filter((name) => !named.has(name))).toEqual(Object.keys(NOT_NAMED))
  })

  it('[PR-5] reads every column about a purchase', async () => {
    const read: string[] = []
    const query = async (sql: string) => {
      read.push(sql)
      return []
    }
    const db = { query } as unknown as Db
    const PURCHASES = ['orders', 'carts', 'grants', 'gifts']
    const holdings = HOLDINGS.filter(({ name }) => PURCHASES.includes(name))
    for (const holding of holdings) await holding.read(db, { id: 1, email: 'a@x.test' })
    const tables = holdings.flatMap((holding) => holding.tables).filter((table) => !NOT_READ.tables.includes(table))
    const columns = await shop().db.query<{ table: string; name: string }>(
      `select table_name as table, column_name as name from information_schema.columns where table_schema = 'public' and table_name = any($1) order by 1, 2`,
      [tables],
    )
    const isRead = (name: string) => read.some((sql) => new RegExp(`\\b${name}\\b`).test(sql))
    expect(columns.filter(({ name }) => !isRead(name) && !NOT_READ.columns.includes(name))).toEqual([])
    expect(new Set(columns.map(({ table }) => table))).toEqual(new Set(tables))
  })
})

describe('an export', () => {
  it('[PR-5] contains all data about the listener, and no secret', async () => {
    const me = await listener('export@x.test')
    await live(me)
    const { body, headers } = await ask(shop(), endpoints.myData, {}, { token: me.token })
    expect(headers['cache-control']).toBe('private, no-store')
    expect(Object.keys(body.data)).toEqual(HOLDINGS.map(({ name }) => name))
    for (const [name, rows] of Object.entries(body.data)) expect(rows, name).not.toEqual([])
    expect(body.data.profile[0]).toMatchObject({ email: 'export@x.test', first_name: 'Asha', mobile: '9876543210' })
    expect(body.data.letters[0]).toMatchObject({ comments: 'Hello' })
    const text = JSON.stringify(body)
    expect(text).not.toMatch(/argon2|password|token_hash|code_mark/)
    expect(text).not.toContain(hashOf(me.token).toString('base64'))
  })

  it('[PR-5] says what was bought, with documents, payments and refunds, and what lies in the basket', async () => {
    const { one, id } = await paidOrder(shop(), ['kid-1', 'kid-2'])
    const lines = await shop().db.query<{ id: number }>('select id from order_lines where order_id = $1 order by id', [
      id,
    ])
    expect(await refundOrderLines(shop().context, id, [lines[1]?.id ?? 0], {})).toMatchObject({ is_whole: false })
    await fillCart(shop(), one, 'chhava')
    const { orders, carts, grants } = (await ask(shop(), endpoints.myData, {}, one)).body.data
    const price = expect.any(Number)
    expect(orders).toMatchObject([
      {
        lines: [
          { title_key: 'kid-1', plan: null, price, cgst: price, is_returned: false },
          { title_key: 'kid-2', plan: null, price, cgst: price, is_returned: true },
        ],
        documents: [{ kind: 'invoice' }, { kind: 'credit note', number: expect.any(String) }],
        payments: [
          { gateway: 'payu', state: 'paid', gateway_payment: expect.any(String), line_refunds: [{ amount: price }] },
        ],
      },
    ])
    expect(carts.map(({ lines: items }: { lines: object[] }) => items)).toContainEqual([
      { title_key: 'chhava', plan: null },
    ])
    expect(grants).toMatchObject([
      { title_key: 'kid-1', revoked_at: null },
      { title_key: 'kid-2', revoked_at: expect.any(String) },
    ])
    const other = await buyer(shop())
    const { data } = (await ask(shop(), endpoints.myData, {}, other)).body
    expect([data.orders, data.carts, data.grants]).toEqual([[], [], []])
  })

  it('[PR-5] contains what the shop answered, without who at the desk wrote it', async () => {
    const [me, other] = [await listener('answered@x.test'), await listener('unanswered@x.test')]
    for (const one of [me, other]) await live(one)
    const { db, context } = shop()
    const idFor = async (table: string) =>
      (await db.query<{ id: number }>(`select id from ${table} where email = $1`, [me.email]))[0]?.id ?? 0
    const [letter, audition] = [await idFor('contacts'), await idFor('auditions')]
    for (const [replies, text] of ['First answer', 'Second answer'].entries()) {
      const answer = { text, locale: 'en', replies, isDone: false } as const
      expect(await answerLetter(context, letter, answer, 'Meera of the desk')).not.toHaveProperty('fault')
      expect(await answerAudition(context, audition, answer, 'Meera of the desk')).not.toHaveProperty('fault')
    }
    const { data } = (await ask(shop(), endpoints.myData, {}, { token: me.token })).body
    const sent_at = expect.any(String)
    const replies = ['First answer', 'Second answer'].map((body) => ({ body, sent_at }))
    expect([data.letters, data.auditions]).toMatchObject([[{ replies }], [{ replies }]])
    expect(JSON.stringify(data)).not.toContain('Meera')
    const { data: others } = (await ask(shop(), endpoints.myData, {}, { token: other.token })).body
    expect([others.letters, others.auditions]).toMatchObject([[{ replies: [] }], [{ replies: [] }]])
  })

  it('[PR-5] attack case 67: contains nothing about other listeners, whatever address they typed', async () => {
    const [other, me] = [await listener('victim@x.test'), await listener('curious@x.test')]
    await live(other)
    await shop().db.query(`update users set contact_email = 'victim@x.test' where id = $1`, [me.id])
    const { body } = await ask(shop(), endpoints.myData, {}, { token: me.token })
    expect(body.data.letters).toEqual([])
    expect(body.data.reviews).toEqual([])
    expect((await ask(shop(), endpoints.myData, {})).status).toBe(401)
  })

  it('[PR-5] is limited to five an hour', async () => {
    const { token } = await listener('often@x.test')
    for (let count = 0; count < 5; count += 1)
      expect((await ask(shop(), endpoints.myData, {}, { token })).status).toBe(200)
    expect(await ask(shop(), endpoints.myData, {}, { token })).toMatchObject({
      status: 429,
      body: { fault: 'tooMany' },
    })
  })
})

describe('a deletion', () => {
  it('[PR-5] erases all data of the listener, ends every session, sends a mail, and changes no other account', async () => {
    const [me, other] = [await listener('gone@x.test'), await listener('stays@x.test')]
    await live(me)
    await live(other)
    const second = await openSession(shop().context, me.id)
    const before = (await left(other.id, other.email)).length
    const files = [...(await filesOf(me.id)), ...(await filesOf(other.id))]
    expect(await there(files)).toEqual([true, true, true, true])
    expect((await erase(me.token)).body).toEqual({ status: true })
    expect(await left(me.id, me.email)).toEqual([])
    expect((await left(other.id, other.email)).length).toBe(before)
    expect(await there(files)).toEqual([false, false, true, true])
    for (const token of [me.token, second])
      expect((await ask(shop(), endpoints.myProfile, {}, { token })).status).toBe(401)
    expect((await sentTo(shop(), 'gone@x.test')).at(-1)?.subject).toContain('has been erased')
    expect(
      (await ask(shop(), endpoints.login, { login_type: 'normal', email: 'gone@x.test', password: PASSWORD })).body
        .status,
    ).toBe('2')
    expect(await makeListener(shop(), 'gone@x.test')).toBeGreaterThan(me.id)
  })

  it('[PR-5] requires password and confirmation, and shares its limit of wrong passwords with the password change', async () => {
    const { token, id } = await listener('asked@x.test')
    expect((await erase(token, { confirmed: false })).status).toBe(400)
    expect((await erase(token, { password: undefined })).body).toMatchObject({
      fault: 'password',
      fields: { password: 'wrong' },
    })
    for (let tried = 0; tried < 5; tried += 1)
      await ask(
        shop(),
        endpoints.changePassword,
        { old_password: 'no', password: 'abcde', confirm_password: 'abcde' },
        { token },
      )
    for (let tried = 0; tried < 4; tried += 1) expect((await erase(token, { password: 'wrong' })).status).toBe(422)
    expect((await erase(token)).status).toBe(429)
    expect(await shop().db.query('select id from users where id = $1', [id])).toHaveLength(1)
  })

  it('[PR-5] requires a fresh sign-in from an account without a password', async () => {
    const me = await listener('social@x.test', { password: null })
    advanceClock(shop(), 16 * 60)
    expect((await erase(me.token)).body).toMatchObject({ fault: 'signInAgain' })
    const fresh = await openSession(shop().context, me.id)
    expect((await erase(fresh, { password: undefined })).body).toEqual({ status: true })
    expect(await left(me.id, me.email)).toEqual([])
  })

  it('[PR-5] during a purchase is completed or refused, without a deadlock', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 15 }, async (_, at) => {
        const me = await listener(`both${at}@x.test`)
        const cart = await fillCart(shop(), me, 'chhava')
        const owners = await shop().db.query<Owner>('select id, email, password_hash from users where id = $1', [me.id])
        const orders = Promise.all(Array.from({ length: 4 }, () => buy(shop(), me, cart)))
        for (const owner of owners) await eraseAccount(shop().context, owner, 'en')
        expect(await shop().db.query('select 1 from users where id = $1', [me.id])).toEqual([])
        return (await orders).map(({ status }) => status)
      }),
    )
    expect(statuses.flat().filter((status) => status >= 500)).toEqual([])
  })

  it('[PR-5] happens once when two requests come at the same time', async () => {
    const me = await listener('twice@x.test')
    const caller = { userId: me.id, session: hashOf(me.token) }
    const origin = { address: '10.0.0.1', locale: 'en' as const }
    const both = await Promise.all(
      [1, 2].map(() => deleteAccount(shop().context, caller, { password: PASSWORD, confirmed: true }, origin)),
    )
    expect(both.filter((answer) => 'fault' in answer)).toHaveLength(1)
    expect(await sentTo(shop(), 'twice@x.test')).toHaveLength(1)
  })
})
