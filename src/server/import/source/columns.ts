import { Collections } from '#contract/import.ts'
import type { Spec } from '../tables/headers.ts'
import {
  audioType,
  choice,
  date,
  flag,
  integer,
  key,
  language,
  list,
  listOf,
  money,
  price,
  seconds,
  shelves,
  text,
  whole,
} from '../tables/values.ts'

/** Kinds of rows that a folder may hold: the lists of the import, titles, and what hangs on titles. */
export type RowKind = keyof Collections | 'titles' | 'tracks' | 'reviews'
const LISTS = Object.keys(Collections.schema).filter((name): name is keyof Collections => name in Collections.schema)
export const ROW_KINDS: readonly RowKind[] = ['titles', 'tracks', 'reviews', ...LISTS]

const KEY = { read: key, also: ['id', 'slug', 'code', 'identifier'] }
const POSITION = { read: integer, also: ['order', 'number', 'no', 'sort'] }
const file = { read: text }
const several = (...also: string[]) => ({ read: list, also, isList: true })
const WORDS = ['name', 'shortDescription', 'description'] as const

export const TITLES: Spec = {
  wording: ['name', 'shortDescription', 'description', 'exercise'],
  fields: {
    key: { read: key, also: ['id', 'sku', 'isbn', 'identifier', 'titleid', 'bookid', 'productid'] },
    slug: { read: key },
    type: { read: audioType, also: ['audiotype', 'kind', 'format', 'प्रकार'] },
    alsoTypes: { read: listOf(audioType), isList: true },
    spoken: { read: language, also: ['language', 'lang', 'audiolanguage', 'भाषा'] },
    authors: several('author', 'writer', 'writers', 'authorname', 'by', 'host', 'hosts', 'लेखक', 'लेखिका'),
    directors: several('director', 'दिग्दर्शक'),
    artists: several(
      'artist',
      'narrator',
      'narrators',
      'narratedby',
      'reader',
      'readers',
      'readby',
      'voice',
      'voices',
      'cast',
      'वाचक',
      'वाचन',
      'निवेदक',
      'आवाज',
    ),
    categories: several('category', 'genre', 'genres', 'tags', 'subject', 'subjects', 'topic', 'विषय', 'वर्ग'),
    isFree: { read: flag, also: ['free', 'मोफत'] },
    subscriptionOnly: { read: flag, also: ['subscription', 'onlysubscription'] },
    purchaseOnly: { read: flag, also: ['onlypurchase'] },
    recurring: { read: flag, also: ['isrecurring'] },
    family: { read: flag, also: ['isfamily'] },
    priceInr: {
      read: price,
      also: ['price', 'mrp', 'rupees', 'inr', 'rs', 'priceinrupees', 'pricers', 'inrprice', 'किंमत', 'मूल्य'],
    },
    priceUsd: { read: money, also: ['dollars', 'usd', 'usdprice', 'priceindollars'] },
    published: {
      read: date,
      also: [
        'date',
        'releasedate',
        'publisheddate',
        'publishdate',
        'publicationdate',
        'publishedon',
        'released',
        'year',
        'दिनांक',
        'तारीख',
        'प्रकाशन',
      ],
    },
    shelves: { read: shelves, also: ['shelf'], isList: true },
    cover: {
      read: text,
      also: ['image', 'picture', 'coverimage', 'coverfile', 'coverpath', 'imagefile', 'artwork', 'thumbnail', 'मुखपृष्ठ'],
    },
    samples: several('sample', 'preview', 'previews', 'samplefile', 'नमुना'),
    audio: several(
      'audiofolder',
      'audiopath',
      'soundfile',
      'filename',
      'filenames',
      'mp3file',
      'mp3files',
      'file',
      'files',
      'folder',
      'audiofile',
      'audiofiles',
      'mp3',
      'sound',
      'ध्वनी',
    ),
    tracks: { read: whole, also: ['chapters', 'episodes', 'sections'] },
    reviews: { read: whole },
    institute: { read: text, also: ['institution'] },
  },
}

const TRACKS: Spec = {
  wording: ['name', 'description'],
  fields: {
    title: { read: key, also: ['titlekey', 'titleid', 'bookid', 'book'] },
    key: { read: key, also: ['id', 'trackid'] },
    position: {
      read: integer,
      also: ['number', 'no', 'track', 'tracknumber', 'chapter', 'episode', 'order', 'sectionnumber', 'क्रमांक'],
    },
    audio: { read: text, also: ['file', 'mp3', 'audiofile', 'filename'] },
    from: { read: seconds, also: ['start'] },
    to: { read: seconds, also: ['end'] },
    seconds: { read: seconds, also: ['duration', 'length', 'playtime'] },
    isFree: { read: flag, also: ['free'] },
  },
}

const REVIEWS: Spec = {
  wording: [],
  fields: {
    title: { read: key, also: ['titlekey', 'titleid', 'bookid', 'book', 'of'] },
    key: { read: key, also: ['id'] },
    name: { read: text, also: ['reviewer', 'by'] },
    score: { read: integer, also: ['stars', 'rating'] },
    heading: { read: text, also: ['subject', 'headline'] },
    body: { read: text, also: ['review', 'text'] },
    created: { read: date, also: ['date'] },
  },
}

export const SPECS: Record<RowKind, Spec> = {
  titles: TITLES,
  tracks: TRACKS,
  reviews: REVIEWS,
  people: {
    wording: WORDS,
    fields: {
      key: KEY,
      photo: { read: text, also: ['image', 'picture', 'portrait'] },
      popular: { read: integer, also: ['position', 'order'] },
    },
  },
  categories: {
    wording: WORDS,
    fields: {
      key: KEY,
      kind: {
        read: choice(
          {
            genre: ['genres', 'category'],
            kids: ['kid', 'children'],
            languagelab: ['course', 'language lab', 'language'],
          },
          'categoryKind',
        ),
        also: ['type'],
      },
      position: POSITION,
    },
  },
  plans: {
    wording: WORDS,
    fields: {
      key: KEY,
      duration: { read: integer, also: ['days'] },
      canPurchase: { read: flag },
      priceInr: { read: money, also: ['price', 'rupees', 'inr'] },
      priceUsd: { read: money, also: ['dollars', 'usd'] },
      discountedInr: { read: money },
      perDayPrice: {
        read: (cell) => (Number.isFinite(Number(cell)) ? { value: Number(cell) } : { reason: 'integer' }),
      },
      audioTypes: { read: listOf(audioType), also: ['types'], isList: true },
    },
  },
  menu: { wording: WORDS, fields: { slug: { read: text, also: ['key', 'path'] }, position: POSITION } },
  faq: {
    wording: [],
    fields: { key: KEY, title: { read: whole }, position: POSITION, queries: { read: whole, also: ['questions'] } },
  },
  testimonials: { wording: WORDS, fields: { key: KEY } },
  news: {
    wording: WORDS,
    fields: { key: KEY, kind: { read: text, also: ['type'] }, created: { read: date, also: ['date'] }, image: file },
  },
  coupons: {
    wording: [],
    fields: {
      code: { read: text, also: ['coupon'] },
      percent: { read: integer, also: ['discount'] },
      uses: { read: integer },
      expires: { read: date, also: ['until'] },
    },
  },
  texts: { wording: WORDS, fields: { key: KEY } },
  banners: {
    wording: WORDS,
    fields: {
      key: KEY,
      place: { read: text },
      image: file,
      href: { read: text, also: ['link', 'url'] },
      position: POSITION,
    },
  },
  ebooks: {
    wording: WORDS,
    fields: {
      key: KEY,
      written: { read: language, also: ['language', 'lang'] },
      authors: several('author', 'writer'),
      file,
      position: POSITION,
    },
  },
  notifications: {
    wording: WORDS,
    fields: { key: KEY, kind: { read: text }, product: { read: key, also: ['title', 'book'] }, track: { read: key } },
  },
}
