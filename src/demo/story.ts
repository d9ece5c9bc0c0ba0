import { DAY_MS, startOfDay } from '#contract/time/day.ts'
import type { AUDIO_TYPES, TitleRow } from '#contract/import/import.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { Translations, Wording } from '#contract/text/text.ts'
import { reviewsOf } from './reviews.ts'
import { placeInSeries } from './series.ts'
import { shelvesOf } from './shelves.ts'

/** `about` and `exercise` are lists of paragraphs; <em> may be used in them. */
type Words = { name: string; short: string; about: string[]; exercise?: string[] }

/** One track. `text` is what the voice reads: runs in Devanagari are read in Marathi, Latin runs in English. */
type Part = { en?: string; mr?: string; aboutEn?: string; aboutMr?: string; text: string }

/** A title of the demo together with everything that is spoken in it; the audio script reads it, the shop gets `titleRow(story)`. */
export type Story = {
  key: string
  type: (typeof AUDIO_TYPES)[number]
  spoken: Locale
  voice: 'female' | 'male'
  en?: Words
  mr?: Words
  authors: string[]
  directors?: string[]
  artists?: string[]
  categories: string[]
  /** Paise and US cents, before tax. */
  price?: [number, number]
  isFree?: boolean
  subscriptionOnly?: boolean
  purchaseOnly?: boolean
  family?: boolean
  /** Of kids titles. */
  ages?: string
  published: string
  institute?: string
  /** Read in the sample. */
  opening: string
  parts: Part[]
}

export function titleRow(story: Story): TitleRow {
  const [priceInr, priceUsd] = story.price ?? [0, 0]
  return {
    key: story.key,
    type: story.type,
    spoken: story.spoken,
    translations: both(story.en && wording(story.en), story.mr && wording(story.mr)),
    authors: story.authors,
    directors: story.directors ?? [],
    artists: story.artists ?? [],
    categories: story.categories,
    ...placeInSeries(story.key),
    isFree: story.isFree ?? false,
    subscriptionOnly: story.subscriptionOnly ?? false,
    purchaseOnly: story.purchaseOnly ?? false,
    recurring: story.type === 'podcast',
    family: story.family ?? false,
    ...(story.ages && { ages: story.ages }),
    priceInr,
    priceUsd,
    published: story.published,
    shelves: shelvesOf(story.key),
    cover: `covers/${story.key}.webp`,
    samples: [`audio/${story.key}/sample.mp3`],
    sampleTexts: [textsOf(`${story.key}/sample`)],
    tracks: story.parts.map((part, index) => ({
      key: `${story.key}/${trackNumber(index)}`,
      translations: both(partWording(part.en, part.aboutEn), partWording(part.mr, part.aboutMr)),
      audio: `audio/${story.key}/${trackNumber(index)}.mp3`,
      texts: textsOf(`${story.key}/${trackNumber(index)}`),
      isTextPublic: story.isFree ?? false,
      ...(story.type === 'podcast' && { episode: { published: weekAfter(story.published, index) } }),
    })),
    reviews: reviewsOf(story.key),
    ...(story.institute && { institute: story.institute }),
  }
}

/** A new episode comes every week. ISO time. */
const weekAfter = (first: string, weeks: number): string =>
  new Date(startOfDay(first).getTime() + weeks * 7 * DAY_MS).toISOString()

/** The sentences with their times, and their translation: scripts/demo/transcripts.ts writes them. */
const textsOf = (path: string) => ({ en: `texts/${path}.en.vtt`, mr: `texts/${path}.mr.vtt` })

export function trackNumber(index: number): string {
  return String(index + 1).padStart(2, '0')
}

function wording({ name, short, about, exercise }: Words): Wording {
  return {
    name,
    shortDescription: short,
    description: paragraphs(about),
    ...(exercise && { exercise: paragraphs(exercise) }),
  }
}

const paragraphs = (texts: string[]): string => texts.map((text) => `<p>${text}</p>`).join('\n')

function partWording(name?: string, description?: string): Wording | undefined {
  if (!name) return undefined
  return { name, ...(description && { description }) }
}

/** A language that is missing must be absent, not undefined: importers look at the keys. */
function both(en?: Wording, mr?: Wording): Translations {
  return { ...(en && { en }), ...(mr && { mr }) }
}
