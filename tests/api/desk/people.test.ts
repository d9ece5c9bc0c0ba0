import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { buyer } from '../support/cart.ts'
import { askDesk, paidOrder } from '../support/desk-orders.ts'
import { owned } from '../support/money.ts'
import { shopWithGateways } from '../support/payments.ts'
import { makeListener, sentTo } from '../support/personas.ts'
import { idOf } from '../support/shop.ts'
import { enterDesk } from '../support/staff.ts'

const shop = shopWithGateways()
let cookie = ''
beforeAll(async () => void ({ cookie } = await enterDesk(shop(), 'support')))
const desk = (row: Parameters<typeof askDesk>[2], input: Record<string, unknown>) => askDesk(shop(), cookie, row, input)
const reason = 'prize of the reading club'
const inserted = async (sql: string, values: unknown[] = []) =>
  (await shop().db.query<{ id: number }>(`${sql} returning id`, values))[0]?.id ?? 0

describe('a listener at the desk', () => {
  it('[DK-8] is given a title and loses it again, with the reason in the log; what was bought stays', async () => {
    const { one } = await paidOrder(shop(), ['chhava'])
    const [given, bought] = [await idOf(shop(), 'products', 'vyakti'), await idOf(shop(), 'products', 'chhava')]
    const of = (title: number, why: string) => ({ id: one.id, title, reason: why })
    expect((await desk(endpoints.deskGiveTitle, of(given, reason))).code).toBe(200)
    expect(await owned(shop(), one)).toEqual({ chhava: 'purchase', vyakti: 'gift' })
    expect((await desk(endpoints.deskTakeTitle, of(given, 'by mistake'))).code).toBe(200)
    expect(await desk(endpoints.deskTakeTitle, of(bought, reason))).toMatchObject({ fault: 'bought' })
    expect(await owned(shop(), one)).toEqual({ chhava: 'purchase' })
    const { data } = await desk(endpoints.deskListener, { id: one.id })
    expect(data.actions).toMatchObject([
      { action: 'take', reason: 'by mistake', who: expect.stringContaining('support') },
      { action: 'give', reason },
    ])
    expect((await desk(endpoints.deskGiveTitle, of(given, ' '))).code).toBe(400)
  })

  it('[DK-8] is given a plan after the one that runs, and loses the given one only', async () => {
    const { one } = await paidOrder(shop(), ['plan-30'])
    const plan = await idOf(shop(), 'plans', 'plan-365')
    await desk(endpoints.deskGivePlan, { id: one.id, plan, days: 10, reason })
    const [present, paid] = (await desk(endpoints.deskListener, { id: one.id }))['data'].plans
    expect([present.state, present.is_given, paid.state, paid.is_given]).toEqual(['waiting', true, 'running', false])
    const take = (subscription: number) => desk(endpoints.deskTakePlan, { id: one.id, subscription, reason })
    expect(await take(paid.id)).toMatchObject({ fault: 'bought' })
    expect((await take(present.id)).code).toBe(200)
    const { data } = await desk(endpoints.deskListener, { id: one.id })
    expect(data.plans.map(({ state }: { state: string }) => state)).toEqual(['taken', 'running'])
  })

  it('[DK-8] is told apart from somebody who typed their address into a profile', async () => {
    const { one } = await paidOrder(shop(), ['chhava'])
    const id = await makeListener(shop(), 'typed@x.test')
    await shop().db.query(`update users set email = null, contact_email = $2, mobile = '9811111111' where id = $1`, [
      ...[id, one.email],
    ])
    await shop().db.query(`insert into identities (provider, uid, user_id) values ('mobile', '9811111111', $1)`, [id])
    const { data: found } = await desk(endpoints.deskListeners, { q: one.email })
    const unproven = new Map(found.map((row: { id: number; unproven: string[] }) => [row.id, row.unproven]))
    expect([unproven.get(one.id), unproven.get(id)]).toEqual([['mobile'], ['email']])
    expect((await desk(endpoints.deskListener, { id }))['data'].unproven).toEqual(['email'])
  })

  it('[DK-8] loses one session or all, and nobody else does', async () => {
    const [one, other] = [await buyer(shop()), await buyer(shop())]
    await openSession(shop().context, one.id)
    const { data } = await desk(endpoints.deskListener, { id: one.id })
    expect(data.sessions).toHaveLength(2)
    const session = data.sessions[0].id
    expect(await desk(endpoints.deskEndSessions, { id: other.id, session })).toMatchObject({ ended: 0 })
    expect(await desk(endpoints.deskEndSessions, { id: one.id, session })).toMatchObject({ ended: 1 })
    expect(await desk(endpoints.deskEndSessions, { id: one.id })).toMatchObject({ ended: 1 })
  })

  it('[DK-8] is found, exported, and erased only with the address typed again', async () => {
    const one = await buyer(shop())
    const { data: found } = await desk(endpoints.deskListeners, { q: one.email.toUpperCase() })
    expect(found.map(({ id }: { id: number }) => id)).toEqual([one.id])
    const copy = await desk(endpoints.deskExportListener, { id: one.id })
    expect(copy['data'].profile).toMatchObject([{ email: one.email }])
    const erase = (confirm: string) => desk(endpoints.deskEraseListener, { id: one.id, confirm })
    expect(await erase('somebody@x.test')).toMatchObject({ fault: 'confirm' })
    expect((await erase(` ${one.email} `)).code).toBe(200)
    expect((await desk(endpoints.deskListener, { id: one.id })).code).toBe(404)
  })
})

describe('letters, reviews and auditions', () => {
  it('[DK-9] a letter is answered by mail, once, and is done until it is opened again', async () => {
    const id = await inserted(
      `insert into contacts (type, first_name, last_name, email, mobile, comments) values ('writer', 'Mira', 'Rao', 'mira@x.test', '+919876543210', 'Do you print?')`,
    )
    const answer = { id, text: 'No.\n<b>Sorry</b> {{shop}}', locale: 'en', replies: 0, is_done: true }
    expect(await desk(endpoints.deskAnswerLetter, answer)).toMatchObject({ data: { replies: [{ text: answer.text }] } })
    expect(await desk(endpoints.deskAnswerLetter, answer)).toMatchObject({ code: 409, fault: 'changedMeanwhile' })
    const mails = await sentTo(shop(), 'mira@x.test')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.html).toContain('No.<br>&lt;b&gt;Sorry&lt;/b&gt; {{shop}}')
    const open = async () => (await desk(endpoints.deskLetters, { q: 'mira' }))['data'].length
    expect(await open()).toBe(0)
    await desk(endpoints.deskLetterDone, { id, is_done: false })
    expect(await open()).toBe(1)
  })

  it('[DK-9] many reviews are decided at once, and the answer undoes it', async () => {
    const insert = `insert into reviews (product_id, name, score, title, body) select id, $1, 5, 'Fine', 'Words' from products where key = 'vyakti'`
    const ids = [await inserted(insert, ['Asha']), await inserted(insert, ['Vijay'])]
    const states = async () =>
      (await shop().db.query('select status from reviews where id = any($1) order by id', [ids])).map(
        (row) => row['status'],
      )
    await desk(endpoints.deskDecideReviews, { reviews: [{ id: ids[0], state: 'approved' }] })
    const both = ids.map((id) => ({ id, state: 'rejected' }))
    const { before } = await desk(endpoints.deskDecideReviews, { reviews: both })
    expect(await states()).toEqual(['rejected', 'rejected'])
    await desk(endpoints.deskDecideReviews, { reviews: before })
    expect(await states()).toEqual(['approved', 'waiting'])
  })

  it('[DK-9] an audition is heard by the desk only, accepted and kept, answered, and undone', async () => {
    const { id: user } = await buyer(shop())
    await shop().context.media.put('auditions/0123456789abcdef0123456789abcdef.bin', Buffer.from('voice'))
    const id = await inserted(
      `insert into auditions (user_id, first_name, last_name, mobile, email, city, country, project_name, has_recording_setup, is_professional, file, kind, bytes, created_at)
       values ($1, 'Ravi', 'Kale', '9876543210', 'ravi@x.test', 'Pune', 'IN', 'Poems', true, false, 'auditions/0123456789abcdef0123456789abcdef.bin', 'mp3', 5, now())`,
      [user],
    )
    const url = `/api/desk/auditions/${id}/recording/`
    const heard = await shop().app.inject({ url, headers: { cookie } })
    expect([heard.body, heard.headers['content-type']]).toEqual(['voice', 'audio/mpeg'])
    expect((await shop().app.inject({ url })).statusCode).toBe(401)
    expect(await desk(endpoints.deskDecideAudition, { id, state: 'accepted' })).toMatchObject({ before: 'waiting' })
    const recording = () => shop().db.query('select is_kept, decision from auditions where id = $1', [id])
    expect(await recording()).toEqual([{ is_kept: true, decision: 'accepted' }])
    await desk(endpoints.deskAnswerAudition, { id, text: 'Welcome!', locale: 'mr', replies: 0 })
    expect((await sentTo(shop(), 'ravi@x.test'))[0]?.body).toContain('Welcome!')
    await desk(endpoints.deskDecideAudition, { id, state: 'waiting' })
    expect(await recording()).toEqual([{ is_kept: false, decision: null }])
  })
})
