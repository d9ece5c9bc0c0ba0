import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { manage } from '../../../scripts/manage/run.ts'
import { importCatalog } from '../../../src/server/import/write-catalog.ts'
import { grant } from '../../../src/server/library/library.ts'
import { deleteAccount } from '../../../src/server/privacy/personal-data-export.ts'
import { hashOf } from '../../../src/server/accounts/sessions.ts'
import { source } from '../support/fixture.ts'
import { ask, PASSWORD } from '../support/personas.ts'
import { accessTo, signedIn, subscribe, type Listener } from '../support/listening.ts'
import { call, idOf, useShop } from '../support/shop.ts'

const shop = useShop()
const product = (key: string) => idOf(shop(), 'products', key)
const MESSAGES = { score: 4, title: 'Warm', body: 'A warm voice.' }
const review = async (listener: Listener, key: string, more: object = {}) =>
  ask(shop(), endpoints.reviewAdd, { product: await product(key), ...MESSAGES, ...more }, { token: listener.token })
const shown = async (key: string) =>
  (await call(shop(), endpoints.productDetails, { id: await product(key) })).product_details[0]
const version = async () => (await call(shop(), endpoints.bulkVersion, {})).version
const operator = async (...args: string[]) =>
  JSON.parse(await manage([...args, '--json'], async () => ({ context: shop().context, close: async () => undefined })))
const pendingReviews = async () => (await operator('reviews', 'list')).rows

describe('a review', () => {
  it('[RV-1] attack case 72: is accepted from listeners with entitlement: free, bought, given or covered by a plan', async () => {
    const listener = await signedIn(shop())
    expect((await review(listener, 'chhava')).body.fault).toBe('noAccess')
    expect((await review(listener, 'dnyaneshwari')).status).toBe(200)
    await grant(shop().context, listener.id, await product('chhava'), 'purchase')
    await grant(shop().context, listener.id, await product('serial'), 'gift')
    await subscribe(shop(), listener, 'plan-30')
    for (const key of ['chhava', 'serial', 'vyakti']) expect((await review(listener, key)).status).toBe(200)
    expect((await review(listener, 'panchatantra')).body.fault).toBe('noAccess')
  })

  it('[RV-1] attack case 72: is refused from guests, with an expired plan and for an unknown title', async () => {
    const listener = await signedIn(shop())
    await subscribe(shop(), listener, 'plan-30', [-31, -1])
    expect((await review(listener, 'chhava')).status).toBe(403)
    expect(
      (await ask(shop(), endpoints.reviewAdd, { product: await product('dnyaneshwari'), ...MESSAGES })).status,
    ).toBe(401)
    expect((await ask(shop(), endpoints.reviewAdd, { product: 999_999, ...MESSAGES }, listener)).status).toBe(404)
  })

  it.each([
    [{ score: 0 }, { score: 'required' }],
    [{ score: 6 }, { score: 'score' }],
    [{ score: -1 }, { score: 'score' }],
    [{ score: 4.5 }, { score: 'type' }],
    [{ score: '5' }, { score: 'type' }],
    [
      { title: ' ', body: '\n' },
      { title: 'required', body: 'required' },
    ],
    [
      { title: 'अ'.repeat(101), body: 'x'.repeat(101) },
      { title: 'tooLong', body: 'tooLong' },
    ],
    [{ status: 'approved' }, { status: 'unknown' }],
  ])('[RV-1] attack case 72: names the invalid fields of %j', async (more, fields) => {
    const { status, body } = await review(await signedIn(shop()), 'dnyaneshwari', more)
    expect([status, body.fields]).toEqual([400, fields])
  })

  it('[RV-1] accepts a hundred letters of both scripts', async () => {
    expect(
      (await review(await signedIn(shop()), 'dnyaneshwari', { title: 'अ'.repeat(100), body: 'x'.repeat(100) })).status,
    ).toBe(200)
  })

  it('[RV-1] attack case 72: is stored once per listener and title when it is sent many times at once', async () => {
    const listener = await signedIn(shop())
    const answers = await Promise.all(Array.from({ length: 5 }, () => review(listener, 'dnyaneshwari')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422])
    expect(answers.find(({ status }) => status === 422)?.body.fault).toBe('alreadyReviewed')
  })

  it('[RV-1] is offered where it is allowed and not written yet', async () => {
    const listener = await signedIn(shop())
    const offered = async (key: string) => accessTo(shop(), listener, await product(key))
    expect(await offered('chhava')).toMatchObject({ may_review: false, has_reviewed: false })
    expect(await offered('cast')).toMatchObject({ may_review: true, has_reviewed: false })
    await review(listener, 'cast')
    expect(await offered('cast')).toMatchObject({ may_review: false, has_reviewed: true })
  })
})

describe('moderation', () => {
  it('[RV-2] attack case 66: shows a review only after approval, with its stars and as text', async () => {
    const listener = await signedIn(shop())
    await grant(shop().context, listener.id, await product('shyamchi-aai'), 'purchase')
    const before = await version()
    expect(await shown('shyamchi-aai')).toMatchObject({ reviews: [], total_reviews: 0, review_count: 0 })
    await review(listener, 'shyamchi-aai', { title: '<img src=x onerror=alert(1)>', body: '</script><b>हृद्य</b>' })
    expect([await version(), (await shown('shyamchi-aai'))?.reviews]).toEqual([before, []])
    const [{ id, ...row }] = await pendingReviews()
    expect(row).toMatchObject({
      title_key: 'shyamchi-aai',
      name: 'Asha',
      score: 4,
      status: 'waiting',
      title: '<img src=x onerror=alert(1)>',
    })
    expect(await operator('reviews', 'approve', String(id))).toEqual({ done: `review ${id} is approved` })
    expect(await version()).not.toBe(before)
    expect(await shown('shyamchi-aai')).toMatchObject({
      total_reviews: 4,
      review_count: 1,
      updated_at: shop().clock.now.toISOString(),
      reviews: [
        {
          name: 'Asha',
          score: 4,
          title: '<img src=x onerror=alert(1)>',
          body: '</script><b>हृद्य</b>',
          created_date: '2026-11-21',
        },
      ],
    })
  })

  it('[RV-2] names the day of a review by the clocks of India', async () => {
    const listener = await signedIn(shop(), 'night')
    await grant(shop().context, listener.id, await product('kid-5'), 'gift')
    await review(listener, 'kid-5', { score: 5 })
    await shop().db.query(`update reviews set created_at = '2026-11-21T20:00:00Z' where product_id = $1`, [
      await product('kid-5'),
    ])
    const [{ id }] = await pendingReviews()
    await operator('reviews', 'approve', String(id))
    expect((await shown('kid-5'))?.reviews).toMatchObject([{ created_date: '2026-11-22' }])
  })

  it('[RV-2] rejects a review, also after it was shown, and lists decided reviews separately', async () => {
    const listener = await signedIn(shop(), 'critic')
    await grant(shop().context, listener.id, await product('marathi-katha'), 'gift')
    await review(listener, 'marathi-katha', { score: 1 })
    const [{ id }] = await pendingReviews()
    const first = await version()
    await operator('reviews', 'reject', String(id))
    expect([await version(), (await shown('marathi-katha'))?.review_count]).toEqual([first, 0])
    await operator('reviews', 'approve', String(id))
    expect((await shown('marathi-katha'))?.total_reviews).toBe(1)
    const second = await version()
    await operator('reviews', 'approve', String(id))
    expect(await version()).toBe(second)
    await operator('reviews', 'reject', String(id))
    expect((await shown('marathi-katha'))?.review_count).toBe(0)
    expect((await pendingReviews()).map((row: { id: number }) => row.id)).not.toContain(id)
    expect((await operator('reviews', 'decided')).rows).toContainEqual(
      expect.objectContaining({ id, status: 'rejected' }),
    )
    await expect(operator('reviews', 'approve', '99999')).rejects.toThrow('There is no review 99999.')
  })

  it('[RV-2] is kept by an import of the catalog, and deleted with the account', async () => {
    const { context, folder } = shop()
    const listener = await signedIn(shop(), 'leaver')
    await review(listener, 'dnyaneshwari', { score: 1 })
    const { id } = (await pendingReviews()).find(
      ({ title_key, score }: { title_key: string; score: number }) => title_key === 'dnyaneshwari' && score === 1,
    )
    await operator('reviews', 'approve', String(id))
    await importCatalog(context, source(folder))
    expect(await shown('dnyaneshwari')).toMatchObject({ review_count: 3, total_reviews: 3.33 })
    await deleteAccount(
      context,
      { userId: listener.id, session: hashOf(listener.token) },
      { password: PASSWORD, confirmed: true },
      { address: '10.0.0.1', locale: 'en' },
    )
    expect(await shown('dnyaneshwari')).toMatchObject({ review_count: 2, total_reviews: 4.5 })
  })

  it('[RV-2] uses a default name for listeners without one', async () => {
    const listener = await signedIn(shop())
    await shop().db.query(`update users set first_name = '' where id = $1`, [listener.id])
    const { app } = shop()
    await app.inject({
      method: 'POST',
      url: endpoints.reviewAdd.path,
      payload: { product: await product('cast'), ...MESSAGES },
      headers: { authorization: `Token ${listener.token}`, 'accept-language': 'mr' },
    })
    expect((await pendingReviews())[0]).toMatchObject({ name: 'एक श्रोता' })
  })
})
