import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { ImportSource } from '../../../src/server/import/write-catalog.ts'

const DEMO_AUDIO = new URL('../../../src/demo/files/audio/dnyaneshwari/', import.meta.url).pathname

type Named = { en?: string; mr?: string }
const translations = ({ en, mr }: Named) => ({ ...(en && { en: { name: en } }), ...(mr && { mr: { name: mr } }) })
const person = (key: string, names: Named, popular?: number) => ({
  key,
  translations: translations(names),
  ...(popular !== undefined && { popular }),
})
const category = (key: string, kind: string, names: Named, position = 0) => ({
  key,
  kind,
  translations: translations(names),
  position,
})

let day = 0
/** Newer with every call. */
export function title(key: string, names: Named, more: object = {}) {
  day += 1
  const published = new Date(Date.UTC(2010, 0, day)).toISOString().slice(0, 10)
  return {
    key,
    type: 'audiobook',
    spoken: 'mr',
    translations: translations(names),
    published,
    priceInr: 19_900,
    priceUsd: 499,
    // What has no sound is coming soon and not sold.
    tracks: [{ key: `${key}/whole`, translations: translations({ en: 'Whole' }), audio: '01.mp3' }],
    ...more,
  }
}

export const collections = {
  people: [
    { ...person('sant-dnyaneshwar', { en: 'Sant Dnyaneshwar', mr: 'संत ज्ञानेश्वर' }, 1), photo: 'cover.png' },
    person('pu-la', { mr: 'पु. ल. देशपांडे' }, 0),
    person('narrator', { en: 'Pandurang Gurav', mr: 'पांडुरंग गुरव' }),
  ],
  categories: [
    category('devotional', 'genre', { en: 'Devotional', mr: 'भक्ती' }),
    category('humour', 'genre', { en: 'Humour', mr: 'विनोद' }, 1),
    category('animals', 'kids', { en: 'Animals', mr: 'प्राणी' }),
    category('first-words', 'languagelab', { en: 'First words' }),
  ],
  plans: [
    {
      key: 'inst',
      duration: 30,
      canPurchase: false,
      translations: translations({ en: 'Schools' }),
      priceInr: 0,
      priceUsd: 0,
      discountedInr: 0,
      perDayPrice: 0,
      audioTypes: ['audiobook'],
    },
    {
      key: 'plan-365',
      duration: 365,
      canPurchase: true,
      translations: translations({ en: 'A year', mr: 'एक वर्ष' }),
      priceInr: 89_900,
      priceUsd: 3_999,
      discountedInr: 0,
      perDayPrice: 1,
      audioTypes: ['kids', 'audiobook'],
    },
    {
      key: 'plan-30',
      duration: 30,
      canPurchase: true,
      translations: translations({ en: 'A month' }),
      priceInr: 9_900,
      priceUsd: 490,
      discountedInr: 0,
      perDayPrice: 2,
      audioTypes: ['audiobook'],
    },
  ],
  menu: [
    { slug: 'browse', translations: translations({ en: 'Browse' }), position: 1 },
    { slug: 'home', translations: translations({ en: 'Home', mr: 'मुखपृष्ठ' }), position: 0 },
  ],
  faq: [
    {
      key: 'f',
      title: translations({ en: 'Paying', mr: 'पैसे' }),
      position: 0,
      queries: [
        {
          que: translations({ en: 'How?', mr: 'कसे?' }),
          ans: translations({ en: 'By <b>card</b><script>alert(1)</script>', mr: 'कार्डाने' }),
        },
        { que: translations({ en: 'Only English?' }), ans: translations({ en: 'Yes' }) },
      ],
    },
  ],
  testimonials: [{ key: 't', translations: { en: { name: 'Sunanda', description: 'Lovely.' } } }],
  news: [
    {
      key: 'n',
      kind: 'media',
      translations: translations({ en: 'A prize' }),
      created: '2026-11-09T04:30:00.000Z',
      image: 'cover.png',
    },
  ],
  coupons: [{ code: 'MONSOON10', percent: 10 }],
  texts: [{ key: 'gift_message', translations: { en: { name: 'Give', description: '<p>Give a <em>voice</em></p>' } } }],
  banners: [
    {
      key: 'b',
      place: 'home',
      translations: translations({ en: 'Listen' }),
      image: 'cover.png',
      href: '/browse',
      position: 0,
    },
  ],
}

const UNSAFE = `<p onclick="x()">Kind <a href="javascript:alert(1)">words</a></p><script>alert(1)</script><img src=x onerror=alert(1)><iframe src="//evil.test"></iframe>`

export const titles = [
  title(
    'dnyaneshwari',
    { en: 'Dnyaneshwari', mr: 'ज्ञानेश्वरी' },
    {
      isFree: true,
      family: true,
      authors: ['sant-dnyaneshwar'],
      artists: ['narrator'],
      categories: ['devotional'],
      cover: 'cover.png',
      samples: ['sample.mp3'],
      tracks: [
        { key: 'dn/1', translations: translations({ en: 'One', mr: 'एक' }), audio: '01.mp3' },
        { key: 'dn/2', translations: translations({ en: 'Two' }), seconds: 90 },
      ],
      shelves: [
        { shelf: 'trending', position: 0 },
        { shelf: 'popular', position: 1 },
        { shelf: 'featured', position: 0 },
      ],
      reviews: [
        { key: 'r1', name: 'Asha', score: 5, title: 'Calm', body: 'Very calm.', created: '2026-01-02' },
        { key: 'r2', name: 'Vijay', score: 4, title: 'Good', body: 'Good.', created: '2026-01-03' },
      ],
    },
  ),
  title(
    'tukaram',
    { en: 'Tukaram', mr: 'तुकाराम' },
    {
      authors: ['sant-dnyaneshwar'],
      categories: ['devotional'],
      shelves: [{ shelf: 'popular', position: 0 }],
      subscriptionOnly: true,
    },
  ),
  title('shyamchi-aai', { mr: 'श्यामची आई' }),
  title('chhava', { mr: 'छावा' }),
  title('shriman-yogi', { mr: 'श्रीमान योगी' }),
  title('marathi-katha', { mr: 'मराठी कथा' }),
  title('vyakti', { mr: 'व्यक्ती आणि वल्ली' }, { authors: ['pu-la'], categories: ['humour'] }),
  title(
    'unsafe',
    { en: 'Kind words' },
    { spoken: 'en', translations: { en: { name: 'Kind words', description: UNSAFE } } },
  ),
  title('serial', { en: 'Tamarind Lane' }, { type: 'original', spoken: 'en', recurring: true }),
  title('cast', { en: 'Morning Cast' }, { type: 'podcast', spoken: 'en', recurring: true, isFree: true }),
  title(
    'course',
    { en: 'Spoken Marathi' },
    {
      type: 'languagelab',
      spoken: 'en',
      categories: ['first-words'],
      institute: 'Pune School',
      shelves: [{ shelf: 'featured', position: 0 }],
    },
  ),
  title(
    'panchatantra',
    { en: 'Panchatantra', mr: 'पंचतंत्र' },
    { type: 'kids', categories: ['animals'], shelves: [{ shelf: 'trending', position: 0 }] },
  ),
  ...Array.from({ length: 12 }, (_, index) =>
    title(`kid-${index}`, { en: `Lion ${index}` }, { type: 'kids', categories: ['animals'] }),
  ),
]

/** A folder with real speech and a picture, as a publisher would hand it over. */
export async function makeFolder(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  for (const name of ['sample.mp3', '01.mp3', '02.mp3']) cpSync(join(DEMO_AUDIO, name), join(folder, name))
  await sharp({ create: { width: 400, height: 400, channels: 3, background: '#a34' } })
    .png()
    .toFile(join(folder, 'cover.png'))
  return folder
}

export function source(folder: string): ImportSource {
  return { collections, titles, folder, replace: true }
}
