import { brand } from '#brand/brand.ts'
import { isoDuration } from '#contract/time/duration.ts'
import type { Locale } from '#contract/text/locale.ts'
import { textOf } from '#contract/text/text.ts'
import type { FaqTopic } from '#contract/catalog/site.ts'
import { pathTo } from '#i18n/paths.ts'

/** Structured data (schema.org) of the page kinds. Prices are ASCII digits in both languages. */
const CONTEXT = 'https://schema.org'
type Site = URL | undefined
const absolute = (site: Site, path: string) => new URL(path, site).href

export function organization(site: Site) {
  return {
    '@context': CONTEXT,
    '@type': 'Organization',
    name: brand.name.en,
    alternateName: brand.name.mr,
    url: absolute(site, '/'),
    logo: absolute(site, '/favicon.svg'),
    sameAs: brand.social.map((social) => social.url),
    contactPoint: { '@type': 'ContactPoint', email: brand.contact.email, contactType: 'customer support' },
  }
}

export function website(site: Site, locale: Locale) {
  return {
    '@context': CONTEXT,
    '@type': 'WebSite',
    name: brand.name[locale],
    url: absolute(site, pathTo('home', locale)),
    inLanguage: locale,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${absolute(site, pathTo('search', locale))}{text}/`,
      'query-input': 'required name=text',
    },
  }
}

export function breadcrumbs(site: Site, steps: { name: string; href: string }[]) {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: absolute(site, step.href),
    })),
  }
}

/** Answers are HTML; structured data contains their plain text. */
export function faqPage(topics: readonly FaqTopic[]) {
  return {
    '@context': CONTEXT,
    '@type': 'FAQPage',
    mainEntity: topics.flatMap(({ queries }) =>
      queries.map(({ que, ans }) => ({
        '@type': 'Question',
        name: que,
        acceptedAnswer: { '@type': 'Answer', text: textOf(ans) },
      })),
    ),
  }
}

type Work = {
  kind: 'Audiobook' | 'PodcastSeries' | 'Course'
  name: string
  description: string
  path: string
  image: string | undefined
  authors: string[]
  readers: string[]
  /** BCP 47. */
  spoken: string
  seconds: number
  isFree: boolean
  /** `5-8` or `5+`, in years. */
  ages: string | undefined
  /** Wire amounts, `"199.00"`; empty when the title is not sold alone. */
  offers: { currency: 'INR' | 'USD'; amount: string }[]
  rating: { value: number; count: number } | undefined
  published: string
  /** Site path of the feed of a podcast. */
  feed: string | undefined
  series: { name: string; number: number | null; path: string } | undefined
}

/** Removes empty properties: an empty author would claim that nobody wrote the title. */
function withoutEmpty<Part extends Record<string, unknown>>(part: Part): Partial<Part> {
  const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(part).filter(([, value]) => !isEmpty(value))) as Partial<Part>
}

const person = (name: string) => ({ '@type': 'Person', name })

export function work(site: Site, { kind, ...data }: Work) {
  return withoutEmpty({
    '@context': CONTEXT,
    '@type': kind,
    name: data.name,
    description: data.description,
    url: absolute(site, data.path),
    inLanguage: data.spoken,
    datePublished: data.published,
    isAccessibleForFree: data.isFree,
    // Schema.org writes 5- for five and older.
    ...(data.ages && { typicalAgeRange: data.ages.replace('+', '-') }),
    ...(data.image ? { image: absolute(site, data.image) } : {}),
    author: data.authors.map(person),
    ...(data.feed ? { webFeed: absolute(site, data.feed) } : {}),
    ...(data.series && seriesData(data.series, kind, site)),
    ...(kind === 'Audiobook' && bookData(data)),
    ...(kind === 'Course' && courseData(data, site)),
    offers: data.offers.map((offer) => offerOf(offer, absolute(site, data.path))),
    ...(data.rating && { aggregateRating: ratingOf(data.rating) }),
  })
}

/** Google knows series of books; what else comes one after another is a series of works. */
const seriesType = (isBook: boolean) => (isBook ? 'BookSeries' : 'CreativeWorkSeries')

function seriesData({ name, number, path }: NonNullable<Work['series']>, kind: Work['kind'], site: Site) {
  return {
    isPartOf: { '@type': seriesType(kind === 'Audiobook'), name, url: absolute(site, path) },
    ...(number !== null && { position: number }),
  }
}

type SeriesFacts = {
  name: string
  description: string
  path: string
  parts: { number: number | null; name: string; path: string; type: string }[]
}

export function bookSeries(site: Site, { name, description, path, parts }: SeriesFacts) {
  const isBook = (type: string) => type === 'audiobook' || type === 'kids'
  return withoutEmpty({
    '@context': CONTEXT,
    '@type': seriesType(parts.every(({ type }) => isBook(type))),
    name,
    description,
    url: absolute(site, path),
    hasPart: parts.map((part) => ({
      '@type': isBook(part.type) ? 'Audiobook' : part.type === 'languagelab' ? 'Course' : 'PodcastSeries',
      name: part.name,
      url: absolute(site, part.path),
      ...(part.number !== null && { position: part.number }),
    })),
  })
}

/** Nothing where there is no sound yet: a length of 0 seconds would be a claim. */
const lengthAs = (property: 'duration' | 'courseWorkload', seconds: number) =>
  seconds > 0 ? { [property]: isoDuration(seconds) } : {}

function bookData({ readers, seconds }: Pick<Work, 'readers' | 'seconds'>) {
  return {
    readBy: readers.map(person),
    ...lengthAs('duration', seconds),
    bookFormat: `${CONTEXT}/AudiobookFormat`,
    publisher: { '@type': 'Organization', name: brand.name.en },
  }
}

function courseData({ seconds }: Pick<Work, 'seconds'>, site: Site) {
  return {
    provider: { '@type': 'Organization', name: brand.name.en, url: absolute(site, '/') },
    hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'online', ...lengthAs('courseWorkload', seconds) },
  }
}

const ratingOf = ({ value, count }: NonNullable<Work['rating']>) => ({
  '@type': 'AggregateRating',
  ratingValue: value,
  reviewCount: count,
  bestRating: 5,
})

/** Two offers, one for India and one for other countries, because the page shows both prices. Rupees exclude GST. */
function offerOf({ currency, amount }: Work['offers'][number], url: string) {
  return {
    '@type': 'Offer',
    url,
    price: amount,
    priceCurrency: currency,
    availability: `${CONTEXT}/InStock`,
    ...(currency === 'INR'
      ? {
          eligibleRegion: { '@type': 'Country', name: 'IN' },
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            price: amount,
            priceCurrency: currency,
            valueAddedTaxIncluded: false,
          },
        }
      : { ineligibleRegion: { '@type': 'Country', name: 'IN' } }),
  }
}

type Recording = {
  name: string
  path: string
  /** BCP 47. */
  spoken: string
  seconds: number
  transcript: string
  /** Path of its title. */
  partOf: string
}

/** One track with what is spoken in it. */
export function recording(site: Site, { name, path, spoken, seconds, transcript, partOf }: Recording) {
  return {
    '@context': CONTEXT,
    '@type': 'AudioObject',
    name,
    url: absolute(site, path),
    inLanguage: spoken,
    ...lengthAs('duration', seconds),
    transcript,
    isPartOf: absolute(site, partOf),
  }
}
