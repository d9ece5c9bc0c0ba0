import { Collections } from '#contract/import/import.ts'
import type { RowSpec } from '../tables/headers.ts'
import { listField, peopleField, TITLES } from './title-columns.ts'
import { dollars, priceBySign, rupees } from '../tables/money.ts'
import {
  audioType,
  choice,
  date,
  flag,
  integer,
  json,
  key,
  listOf,
  longKey,
  moment,
  seconds,
  text,
} from '../tables/values.ts'
import { language } from '../tables/languages.ts'

/** Kinds of rows in a folder: the lists of the import, titles, and the tracks and reviews of titles. */
export type RowKind = keyof Collections | 'titles' | 'tracks' | 'reviews'
const LISTS = Object.keys(Collections.schema).filter((name): name is keyof Collections => name in Collections.schema)
export const ROW_KINDS: readonly RowKind[] = ['titles', 'tracks', 'reviews', ...LISTS]

const LONG_KEY = { read: longKey, aliases: ['id', 'slug', 'code', 'identifier'] }
const KEY = { read: key, aliases: ['id', 'slug', 'code', 'identifier'] }
const POSITION = { read: integer, aliases: ['order', 'number', 'no', 'sort', 'क्रमांक'] }
const file = { read: text }
const WORDS = ['name', 'shortDescription', 'description'] as const

const TRACKS: RowSpec = {
  wording: ['name', 'description'],
  fields: {
    title: { read: key, aliases: ['titlekey', 'titleid', 'bookid', 'book'] },
    key: { read: longKey, aliases: ['id', 'trackid'] },
    /** The key as an export writes it; the import puts nothing before it. */
    wholeKey: { read: longKey },
    feedEpisode: { read: json },
    position: {
      read: integer,
      aliases: ['number', 'no', 'track', 'tracknumber', 'chapter', 'episode', 'order', 'sectionnumber', 'क्रमांक'],
    },
    audio: { read: text, aliases: ['file', 'mp3', 'audiofile', 'filename'] },
    from: { read: seconds, aliases: ['start'] },
    to: { read: seconds, aliases: ['end'] },
    seconds: { read: seconds, aliases: ['duration', 'length', 'playtime'] },
    isFree: { read: flag, aliases: ['free'] },
    published: { read: date, aliases: ['date', 'released', 'pubdate', 'aired', 'दिनांक'] },
    text: { read: text, aliases: ['transcript', 'transcription', 'lines'] },
    textEn: { read: text, aliases: ['text english', 'english text', 'transcript.en', 'transcript english'] },
    textMr: {
      read: text,
      aliases: ['text marathi', 'marathi text', 'text मराठी', 'transcript.mr', 'transcript marathi'],
    },
    isTextPublic: { read: flag, aliases: ['textpublic', 'publictext'] },
  },
}

/** The first and the last day on which pages show it. */
const SHOWN_DAYS = {
  from: { read: date, aliases: ['shownfrom', 'starts'] },
  until: { read: date, aliases: ['shownuntil', 'ends', 'to'] },
}

const REVIEWS: RowSpec = {
  wording: [],
  fields: {
    title: { read: key, aliases: ['titlekey', 'titleid', 'bookid', 'book', 'of'] },
    key: { read: longKey, aliases: ['id'] },
    wholeKey: { read: longKey },
    name: { read: text, aliases: ['reviewer', 'by'] },
    score: { read: integer, aliases: ['stars', 'rating'] },
    heading: { read: text, aliases: ['subject', 'headline'] },
    body: { read: text, aliases: ['review', 'text'] },
    created: { read: moment, aliases: ['date'] },
  },
}

export const ROW_SPECS: Record<RowKind, RowSpec> = {
  titles: TITLES,
  tracks: TRACKS,
  reviews: REVIEWS,
  people: {
    wording: WORDS,
    fields: {
      key: LONG_KEY,
      photo: { read: text, aliases: ['image', 'picture', 'portrait'] },
      popular: { read: integer, aliases: ['position', 'order'] },
    },
  },
  categories: {
    wording: WORDS,
    fields: {
      key: LONG_KEY,
      kind: {
        read: choice(
          {
            genre: ['genres', 'category', 'विभाग'],
            kids: ['kid', 'children', 'बाल', 'मुलांसाठी'],
            languagelab: ['course', 'language lab', 'language', 'अभ्यासक्रम'],
          },
          'categoryKind',
        ),
        aliases: ['type'],
      },
      position: POSITION,
    },
  },
  series: { wording: WORDS, fields: { key: LONG_KEY } },
  plans: {
    wording: WORDS,
    fields: {
      key: KEY,
      duration: { read: integer, aliases: ['days'] },
      canPurchase: { read: flag },
      price: { read: priceBySign },
      priceInr: { read: rupees, aliases: ['rupees', 'inr'] },
      priceUsd: { read: dollars, aliases: ['dollars', 'usd'] },
      discountedInr: { read: rupees },
      perDayPrice: {
        read: (cell) => (Number.isFinite(Number(cell)) ? { value: Number(cell) } : { reason: 'integer' }),
      },
      audioTypes: { read: listOf(audioType), aliases: ['types'], isList: true },
    },
  },
  menu: { wording: WORDS, fields: { slug: { read: text, aliases: ['key', 'path'] }, position: POSITION } },
  faq: {
    wording: [],
    fields: { key: KEY, title: { read: json }, position: POSITION, queries: { read: json, aliases: ['questions'] } },
  },
  testimonials: { wording: WORDS, fields: { key: KEY } },
  news: {
    wording: WORDS,
    fields: {
      key: KEY,
      kind: { read: text, aliases: ['type'] },
      created: { read: date, aliases: ['date'] },
      image: file,
      ...SHOWN_DAYS,
    },
  },
  coupons: {
    wording: [],
    fields: {
      code: { read: text, aliases: ['coupon'] },
      percent: { read: integer, aliases: ['discount'] },
      uses: { read: integer },
      expires: { read: moment, aliases: ['until'] },
      starts: { read: moment, aliases: ['from'] },
      perBuyer: { read: integer },
      appliesTo: { read: listOf(text), isList: true },
    },
  },
  texts: { wording: WORDS, fields: { key: KEY } },
  banners: {
    wording: WORDS,
    fields: {
      key: KEY,
      place: { read: text },
      image: file,
      href: { read: text, aliases: ['link', 'url'] },
      position: POSITION,
      ...SHOWN_DAYS,
    },
  },
  ebooks: {
    wording: WORDS,
    fields: {
      key: KEY,
      written: { read: language, aliases: ['language', 'lang'] },
      authors: peopleField('author', 'writer'),
      file,
      position: POSITION,
    },
  },
  notifications: {
    wording: WORDS,
    fields: {
      key: KEY,
      kind: { read: text },
      product: { read: key, aliases: ['title', 'book'] },
      track: { read: longKey },
    },
  },
  synonyms: { wording: [], fields: { key: KEY, words: listField('word', 'synonyms', 'means', 'शब्द') } },
}
