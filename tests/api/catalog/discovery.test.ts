import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { call, idOf, send, useShop } from '../support/shop.ts'

const shop = useShop()
const names = (cards: { name: string }[]) => cards.map(({ name }) => name)

describe('shelves', () => {
  it('[HM-1] returns trending, featured, popular and newest titles without kids titles and courses', async () => {
    expect(names((await call(shop(), endpoints.indexTrending, { limit: 10 })).trending_picks)).toEqual(['Dnyaneshwari'])
    expect(names((await call(shop(), endpoints.indexFeatured, { limit: 10 })).featured_product)).toEqual([
      'Dnyaneshwari',
    ])
    expect(names((await call(shop(), endpoints.indexLatestLaunch, { limit: 2 })).latest_launch)).toEqual([
      'Morning Cast',
      'Tamarind Lane',
    ])
    expect((await call(shop(), endpoints.indexEditorsPick, { limit: 10 })).editor_choice).toEqual([])
  })

  it('[HM-2] returns a shelf and popular authors in their stored order', async () => {
    const { popular_picks, popular_author } = await call(shop(), endpoints.indexPopular, { limit: 10 })
    expect(names(popular_picks)).toEqual(['Tukaram', 'Dnyaneshwari'])
    expect(names(popular_author)).toEqual(['पु. ल. देशपांडे', 'Sant Dnyaneshwar'])
  })

  it('[KI-1] returns separate shelves for kids', async () => {
    expect(names((await call(shop(), endpoints.kidsIndexTrending, { limit: 10 })).trending_picks)).toEqual([
      'Panchatantra',
    ])
    expect((await call(shop(), endpoints.kidsIndexLatestLaunch, { limit: 3 })).latest_launch).toHaveLength(3)
    expect((await call(shop(), endpoints.kidsIndexPopular, { limit: 3 })).popular_picks).toEqual([])
    expect((await call(shop(), endpoints.kidsIndexEditorsPick, { limit: 3 })).editor_choice).toEqual([])
  })

  it('[LL-1] returns courses, their tabs and the courses of a tab', async () => {
    expect(names((await call(shop(), endpoints.audioCoursesFeatured, { limit: 10 })).featured_product)).toEqual([
      'Spoken Marathi',
    ])
    expect((await call(shop(), endpoints.audioCoursesTrending, { limit: 10 })).trending_picks).toEqual([])
    const [tab] = (await call(shop(), endpoints.categoryListLanguageLab, {})).category_list
    const categoryId = tab?.id ?? 0
    expect(
      names(
        (await call(shop(), endpoints.categoryProductListLanguageLab, { categoryId, limit: 10 })).category_products,
      ),
    ).toEqual(['Spoken Marathi'])
    expect((await call(shop(), endpoints.languageLabProducts, { id: categoryId })).category_details.name).toBe(
      'First words',
    )
  })
})

describe('kids shelves', () => {
  it('[KI-1] are listed beside the genres of a title, in its details and in the build API', async () => {
    const id = await idOf(shop(), 'products', 'panchatantra')
    const animals = [expect.objectContaining({ id: await idOf(shop(), 'categories', 'animals'), name: 'Animals' })]
    const [details] = (await call(shop(), endpoints.productDetails, { id })).product_details
    expect(details).toMatchObject({ category: [], kid_category: animals })
    const { data } = await call(shop(), endpoints.bulkProducts, { after: id - 1, limit: 1 })
    expect(data[0]).toMatchObject({ id, category: [], kid_category: animals })
    const course = await call(shop(), endpoints.productDetails, { id: await idOf(shop(), 'products', 'course') })
    expect(course.product_details[0]).toMatchObject({ category: [{ name: 'First words' }], kid_category: [] })
  })
})

describe('browse', () => {
  it('[BR-1] takes the field `browse_product`', async () => {
    const { total_products: types } = (
      await call(shop(), endpoints.browse, { browse_product: 'all', category: '', product_type: 'podcast' })
    ).data
    expect(Object.keys(types)).toContain('podcast')
  })

  it('[BR-1] returns titles by type with the count of each type', async () => {
    const { total_products: types } = (await call(shop(), endpoints.browse, { product_type: 'family' })).data
    expect(Object.fromEntries(Object.entries(types).map(([type, { count }]) => [type, count]))).toEqual({
      audiobook: 8,
      kathavanioriginal: 1,
      podcast: 1,
    })
    expect(types['audiobook']?.all_product).toHaveLength(8)
  })

  it('[BR-1] returns titles of the requested type only, and counts of all types', async () => {
    const { total_products: types } = (await call(shop(), endpoints.browse, { product_type: 'podcast' })).data
    expect(types['podcast']?.all_product).toHaveLength(1)
    expect(types['audiobook']).toEqual({ count: 8, all_product: [], named: { en: 3, mr: 7 } })
  })

  it('[BR-2] returns titles of the chosen genre only', async () => {
    const category = String(await idOf(shop(), 'categories', 'devotional'))
    const { total_products: types } = (await call(shop(), endpoints.browse, { product_type: 'family', category })).data
    expect(names(types['audiobook']?.all_product ?? [])).toEqual(['Tukaram', 'Dnyaneshwari'])
    expect(types['podcast']?.count).toBe(0)
  })

  it('[BR-2] returns nothing for an unknown genre', async () => {
    const { total_products: types } = (
      await call(shop(), endpoints.browse, { product_type: 'family', category: 'x y' })
    ).data
    expect(types['audiobook']).toEqual({ count: 0, all_product: [], named: { en: 0, mr: 0 } })
  })

  it('[BR-1] returns types with counts and genres, and the kids shelves', async () => {
    const [audiobook] = (await call(shop(), endpoints.indexProductType, {})).product_type
    expect(audiobook).toMatchObject({ product_type_value: 'audiobook', product_type_count: 8 })
    expect(names(audiobook?.product_type_categories ?? [])).toEqual(['Devotional', 'Humour'])
    const [kids] = (await call(shop(), endpoints.kidsSubcategory, {})).product_type
    expect(kids).toMatchObject({ product_type_count: 13, product_type_categories: [{ name: 'Animals', kind: 'kids' }] })
  })

  it('[TF-1] returns free titles of a type with their tracks', async () => {
    const { data } = await call(shop(), endpoints.tryFree, { product_type: 'audiobook' })
    expect(names(data)).toEqual(['Dnyaneshwari'])
    expect(data[0]?.producttracks.map(({ title }) => title)).toEqual(['One', 'Two'])
    expect((await call(shop(), endpoints.tryFree, { product_type: 'nothing' })).data).toEqual([])
  })

  it('[KI-2] returns every title of a kids category once, page by page', async () => {
    const seen: number[] = []
    let path: string | null = `/api/v2/kid-category-products/${await idOf(shop(), 'categories', 'animals')}/?size=5`
    while (path) {
      const page: { next: string | null; count: number; category_product_list: { id: number }[] } = (
        await shop().app.inject(path)
      ).json()
      seen.push(...page.category_product_list.map(({ id }) => id))
      expect(page.count).toBe(13)
      path = page.next
    }
    expect(seen).toHaveLength(13)
    expect(new Set(seen).size).toBe(13)
  })

  it('[KI-2] refuses an unknown cursor', async () => {
    const response = await send(shop().app, endpoints.kidCategoryProducts, {
      categoryId: await idOf(shop(), 'categories', 'animals'),
      cursor: '2024-13-77.1',
    })
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { status: false, fault: 'badInput', fields: { cursor: 'pattern' } },
    ])
  })
})

describe('titles and authors', () => {
  it('[PD-1] returns a title with people, sample, tracks, reviews and prices', async () => {
    const id = await idOf(shop(), 'products', 'dnyaneshwari')
    const {
      product_details: [title],
      category_product_list,
    } = await call(shop(), endpoints.productDetails, { id })
    expect(title).toMatchObject({
      name: 'Dnyaneshwari',
      is_free: true,
      total_reviews: 4.5,
      review_count: 2,
      total_tracks: 2,
      price: { amount: '4.99' },
      inr_price: { amount: '199.00' },
      audio_type: { id: 1, slug: 'audiobook' },
      can_purchase: false,
    })
    expect(title?.custom_translation['mr']?.name).toBe('ज्ञानेश्वरी')
    expect(title?.authors[0]?.custom_translation).toEqual({
      en: { name: 'Sant Dnyaneshwar', short_description: null },
      mr: { name: 'संत ज्ञानेश्वर', short_description: null },
    })
    // Who speaks is not who directs.
    const spoken = { en: { name: 'Pandurang Gurav' }, mr: { name: 'पांडुरंग गुरव' } }
    expect(title).toMatchObject({ artists: [{ custom_translation: spoken }], directors: [] })
    expect(title?.category.map(({ name }) => name)).toEqual(['Devotional'])
    expect(title?.producttracks.map(({ custom_translation: words }) => words['en']?.name)).toEqual(['One', 'Two'])
    expect(title?.reviews.map(({ name }) => name)).toEqual(['Vijay', 'Asha'])
    expect(names(category_product_list)[0]).toBe('Tukaram')
  })

  it('[PD-2] measures the length of the audio, and uses the stated length only without audio', async () => {
    const { producttracks } = await call(shop(), endpoints.tracks, {
      id: await idOf(shop(), 'products', 'dnyaneshwari'),
      offset: '0',
      limit: 50,
    })
    expect(producttracks[0]?.track_length).toBeGreaterThan(5)
    expect(producttracks[1]?.track_length).toBe(90)
    const id = await idOf(shop(), 'products', 'dnyaneshwari')
    const [whole] = (await call(shop(), endpoints.productDetails, { id })).product_details
    expect(whole?.total_tracks_length).toBeCloseTo((producttracks[0]?.track_length ?? 0) + 90, 1)
  })

  it('[SA-2] returns a waveform of 48 steps for a sample', async () => {
    const [title] = (
      await call(shop(), endpoints.productDetails, { id: await idOf(shop(), 'products', 'dnyaneshwari') })
    ).product_details
    const waveform = title?.sampletracks[0]?.waveform ?? []
    expect(waveform).toHaveLength(48)
    expect(Math.max(...waveform)).toBe(100)
    expect(new Set(waveform).size).toBeGreaterThan(10)
  })

  it('[PD-1] names the institute of a course, and does not sell titles that only a plan covers', async () => {
    const [course] = (await call(shop(), endpoints.productDetails, { id: await idOf(shop(), 'products', 'course') }))
      .product_details
    expect(course).toMatchObject({ institute_name: 'Pune School', audio_type: { slug: 'language-lab' } })
    const [tukaram] = (await call(shop(), endpoints.productDetails, { id: await idOf(shop(), 'products', 'tukaram') }))
      .product_details
    expect(tukaram).toMatchObject({ subscription_only: true, can_purchase: false })
  })

  it('[PD-4] relates kids titles to kids titles only', async () => {
    const { category_product_list: list } = await call(shop(), endpoints.productDetails, {
      id: await idOf(shop(), 'products', 'panchatantra'),
    })
    expect(list.length).toBeGreaterThan(5)
    expect(list.every(({ product_audio_type }) => product_audio_type === 'kids')).toBe(true)
  })

  it('[AU-1] returns an author with photo and titles', async () => {
    const {
      author_details: [author],
      author_products,
    } = await call(shop(), endpoints.authorProduct, { id: await idOf(shop(), 'people', 'sant-dnyaneshwar') })
    expect(author?.photo).toEqual({
      base: expect.stringMatching(/^\/media\/people\/[0-9a-f]{32}$/),
      widths: [160, 320],
    })
    expect(names(author_products)).toEqual(['Tukaram', 'Dnyaneshwari'])
  })

  it.each([
    ['productDetails', { id: 999_999 }],
    ['authorProduct', { id: 999_999 }],
    ['tracks', { id: 999_999, offset: '0', limit: 10 }],
    ['kidCategoryProducts', { categoryId: 999_999, size: 10 }],
    ['categoryProductListLanguageLab', { categoryId: 999_999, limit: 10 }],
    ['languageLabProducts', { id: 999_999 }],
    ['sampleSignedUrl', { map_url: 'samples/none/0' }],
    ['menuDetails', { menu_slug: 'none' }],
  ] as const)('[SH-1] %s answers notFound for what does not exist', async (name, input) => {
    const response = await send(shop().app, endpoints[name], input)
    expect([response.statusCode, response.json()]).toEqual([404, { status: false, fault: 'notFound' }])
  })
})

it('[SH-2] a slug that an older release stored is composed, as Astro writes its path', async () => {
  const ids = [await idOf(shop(), 'products', 'panchatantra'), await idOf(shop(), 'products', 'course')]
  await shop().db.query(`update products set slug = 'h\u0331' || id where id = any($1)`, [ids])
  const { data } = await call(shop(), endpoints.bulkProducts, { after: 0, limit: 100 })
  const slugs = data.flatMap(({ id, product_slug }) => (ids.includes(id) ? [product_slug] : []))
  expect(slugs.toSorted()).toEqual(ids.map((id) => `\u1e96${id}`).toSorted())
})
