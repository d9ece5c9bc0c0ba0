import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { call, send, useShop } from '../support/shop.ts'

const shop = useShop()

describe('texts of the shop', () => {
  it('[SH-3] returns the menu in order', async () => {
    expect((await call(shop(), endpoints.menu, {})).data.map(({ slug }) => slug)).toEqual(['home', 'browse'])
  })

  it('[FA-1] returns the categories of a menu item that have titles', async () => {
    const { menu_categories } = await call(shop(), endpoints.menuDetails, { menu_slug: 'kids' })
    expect(menu_categories.map(({ name, products }) => [name, products.length])).toEqual([['Animals', 12]])
  })

  it('[FQ-1] returns the questions of one language, and answers without scripts', async () => {
    const [english] = (await call(shop(), endpoints.faq, { language: 'en' })).data
    expect(english).toMatchObject({
      title: 'Paying',
      queries: [{ que: 'How?', ans: 'By <b>card</b>' }, { que: 'Only English?' }],
    })
    expect((await call(shop(), endpoints.faq, { language: 'mr' })).data[0]?.queries).toHaveLength(1)
    expect((await send(shop().app, endpoints.faq, { language: 'fr' })).statusCode).toBe(400)
  })

  it('[AB-1] returns testimonials and press', async () => {
    expect((await call(shop(), endpoints.testimonials, { limit: 10 })).data[0]?.custom_translations['en']).toEqual({
      user: 'Sunanda',
      comments: 'Lovely.',
    })
    const { media_news, accolades_news } = await call(shop(), endpoints.news, { limit: 20 })
    expect(media_news[0]).toMatchObject({
      title: 'A prize',
      created_date: '2026-11-09',
      image: expect.stringContaining('/media/news/'),
    })
    expect(accolades_news).toEqual([])
  })

  it('[SB-1] sorts plans by length, plans that are not for sale last', async () => {
    const { data } = await call(shop(), endpoints.subscriptionList, {})
    expect(data.map(({ subscription_duration, can_purchase }) => [subscription_duration, can_purchase])).toEqual([
      [30, true],
      [365, true],
      [30, false],
    ])
    expect(data[1]).toMatchObject({
      inr_price: { amount: '899.00' },
      price: { amount: '39.99' },
      discounted_inr_price: { amount: '0.00' },
      audio_types: [{ audio_type_id: 1 }, { audio_type_id: 4 }],
    })
  })

  it('[SB-3] returns the gift message and the banners', async () => {
    expect(
      (await call(shop(), endpoints.giftSubscription, {})).data[0]?.custom_translation['en']?.subscription_message,
    ).toContain('<em>voice</em>')
    expect((await call(shop(), endpoints.banners, {})).data[0]).toMatchObject({
      place: 'home',
      href: '/browse',
      image: { widths: [400] },
    })
  })

  it('[SH-12] reports whether the shop is in maintenance', async () => {
    expect((await call(shop(), endpoints.maintenance, {})).is_maintenance).toBe(false)
    shop().clock.closed = true
    expect((await call(shop(), endpoints.maintenance, {})).is_maintenance).toBe(true)
  })
})

describe('the build API', () => {
  it('[SD-3] returns all titles page by page, with related titles', async () => {
    const first = await call(shop(), endpoints.bulkProducts, { after: 0, limit: 20 })
    const second = await call(shop(), endpoints.bulkProducts, { after: first.next ?? 0, limit: 20 })
    expect([first.data.length, second.data.length, second.next]).toEqual([20, 4, null])
    expect(first.data[0]?.related_ids.length).toBeGreaterThan(0)
  })

  it('[SD-3] returns authors, categories and texts with the ids of their titles', async () => {
    const authors = (await call(shop(), endpoints.bulkAuthors, { after: 0, limit: 500 })).data
    expect(
      authors.map(({ name, product_ids, narrated_ids }) => [name, product_ids.length, narrated_ids.length]),
    ).toEqual([
      ['Sant Dnyaneshwar', 2, 0],
      ['पु. ल. देशपांडे', 1, 0],
      ['Pandurang Gurav', 0, 1],
    ])
    const categories = (await call(shop(), endpoints.bulkCategories, {})).data
    expect(categories.find(({ name }) => name === 'Animals')?.product_ids).toHaveLength(13)
    expect((await call(shop(), endpoints.bulkTexts, {})).data.map(({ key }) => key)).toEqual(['gift_message'])
  })

  it('[SD-4] returns the version of the catalog', async () => {
    const { version, titles } = await call(shop(), endpoints.bulkVersion, {})
    expect(version).toMatch(/^[0-9a-f]{12}-\d+$/)
    expect(titles).toBe(24)
  })
})
