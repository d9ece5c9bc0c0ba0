/** A part of structured data. */
export type Node = Record<string, unknown>

const CREATIVE_WORK = [
  'name',
  'description',
  'url',
  'image',
  'inLanguage',
  'datePublished',
  'isAccessibleForFree',
  'typicalAgeRange',
  'author',
  'publisher',
  'provider',
  'offers',
  'aggregateRating',
]
/** Of any work. */
const IN_SERIES = ['isPartOf', 'position']
/** Properties that schema.org knows for each type, those of its parents included, as far as this shop uses them. */
const VOCABULARY: Record<string, string[]> = {
  Audiobook: [...CREATIVE_WORK, ...IN_SERIES, 'readBy', 'duration', 'bookFormat', 'abridged', 'translator'],
  PodcastSeries: [...CREATIVE_WORK, ...IN_SERIES, 'webFeed', 'actor'],
  BookSeries: [...CREATIVE_WORK, ...IN_SERIES, 'hasPart'],
  CreativeWorkSeries: [...CREATIVE_WORK, ...IN_SERIES, 'hasPart'],
  AudioObject: [...CREATIVE_WORK, 'duration', 'transcript', 'isPartOf'],
  Course: [...CREATIVE_WORK, ...IN_SERIES, 'hasCourseInstance'],
  CourseInstance: ['courseMode', 'courseWorkload', 'name', 'inLanguage', 'instructor'],
  FAQPage: [...CREATIVE_WORK, 'mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  BreadcrumbList: ['itemListElement', 'name'],
  ItemList: ['itemListElement', 'name', 'numberOfItems'],
  ListItem: ['position', 'name', 'item', 'url'],
  Organization: ['name', 'alternateName', 'url', 'logo', 'sameAs', 'contactPoint'],
  ContactPoint: ['email', 'telephone', 'contactType'],
  WebSite: [...CREATIVE_WORK, 'alternateName', 'potentialAction'],
  SearchAction: ['target', 'query-input'],
  Person: ['name', 'description', 'url', 'image'],
  AggregateRating: ['ratingValue', 'reviewCount', 'bestRating', 'worstRating'],
  Offer: [
    'url',
    'price',
    'priceCurrency',
    'availability',
    'eligibleRegion',
    'ineligibleRegion',
    'priceSpecification',
    'category',
  ],
  UnitPriceSpecification: ['price', 'priceCurrency', 'valueAddedTaxIncluded', 'priceType'],
  Country: ['name'],
}
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const typeOf = (node: Node) => String(node['@type'])

export function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  return isNode(value) ? [value, ...Object.values(value).flatMap(nodesIn)] : []
}

function faultsIn(node: Node): string[] {
  const known = VOCABULARY[typeOf(node)]
  if (!known) return [`unknown type ${typeOf(node)}`]
  return Object.entries(node).flatMap(([key, value]) => {
    if (key.startsWith('@')) return []
    if (!known.includes(key)) return [`${typeOf(node)} has no ${key}`]
    const isEmpty =
      value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)
    return isEmpty ? [`${typeOf(node)} has an empty ${key}`] : []
  })
}

/** What is wrong with structured data and all its parts against the vocabulary. */
export const faultsOf = (data: Node): string[] => nodesIn(data).flatMap(faultsIn)
