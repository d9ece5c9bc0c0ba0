/**
 * What the specifications of OPDS 2.0 and of the Readium Web Publication Manifest with its profile for audiobooks ask for, written
 * from their text: their own schema files cannot be fetched here. Stricter where a client would stumble: addresses are absolute.
 */
const uri = { type: 'string', pattern: '^https?://[^\\s]+$' }
const instant = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z)?$' }
const language = { type: 'string', pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$' }
/** A text, or its translations. */
const title = {
  anyOf: [
    { type: 'string', minLength: 1 },
    {
      type: 'object',
      minProperties: 1,
      propertyNames: language,
      additionalProperties: { type: 'string', minLength: 1 },
    },
  ],
}
const contributors = { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } }
const link = {
  type: 'object',
  required: ['href'],
  properties: {
    href: uri,
    type: { type: 'string', pattern: '^[\\w.+-]+/[\\w.+-]+$' },
    rel: {
      anyOf: [
        { type: 'string', minLength: 1 },
        { type: 'array', items: { type: 'string' } },
      ],
    },
    title: { type: 'string' },
    width: { type: 'integer', exclusiveMinimum: 0 },
    height: { type: 'integer', exclusiveMinimum: 0 },
    duration: { type: 'number', exclusiveMinimum: 0 },
    language: { anyOf: [language, { type: 'array', items: language }] },
  },
}
const relation = (rel: string, more: object = {}) => ({
  contains: {
    ...link,
    required: ['href', 'rel', 'type'],
    properties: { ...link.properties, rel: { const: rel }, ...more },
  },
})
const metadata = {
  type: 'object',
  required: ['title', 'identifier', '@type', 'conformsTo', 'language', 'modified'],
  properties: {
    '@type': { const: 'http://schema.org/Audiobook' },
    conformsTo: { const: 'https://readium.org/webpub-manifest/profiles/audiobook' },
    identifier: uri,
    title,
    author: contributors,
    narrator: contributors,
    language,
    modified: instant,
    published: instant,
    duration: { type: 'number', exclusiveMinimum: 0 },
    description: { type: 'string', minLength: 1 },
    publisher: { type: 'string', minLength: 1 },
  },
}
const images = {
  type: 'array',
  minItems: 1,
  items: link,
  contains: {
    properties: { type: { enum: ['image/jpeg', 'image/png', 'image/gif', 'image/avif', 'image/webp'] } },
    required: ['type'],
  },
}

/** https://readium.org/webpub-manifest/ and /profiles/audiobook */
export const MANIFEST_SCHEMA = {
  type: 'object',
  required: ['@context', 'metadata', 'links', 'readingOrder'],
  properties: {
    '@context': { const: 'https://readium.org/webpub-manifest/context.jsonld' },
    metadata,
    links: { type: 'array', items: link, ...relation('self', { type: { const: 'application/audiobook+json' } }) },
    readingOrder: {
      type: 'array',
      minItems: 1,
      items: {
        ...link,
        required: ['href', 'type', 'duration'],
        properties: { ...link.properties, type: { type: 'string', pattern: '^audio/' } },
      },
    },
    resources: { type: 'array', items: { ...link, required: ['href', 'type'] } },
  },
}

const acquisition = {
  type: 'object',
  properties: { rel: { type: 'string', pattern: '^http://opds-spec\\.org/acquisition(/[a-z-]+)?$' } },
  required: ['rel'],
}

/** https://drafts.opds.io/opds-2.0 */
export const CATALOG_SCHEMA = {
  type: 'object',
  required: ['metadata', 'links'],
  anyOf: [{ required: ['publications'] }, { required: ['navigation'] }, { required: ['groups'] }],
  properties: {
    metadata: { type: 'object', required: ['title'], properties: { title } },
    links: { type: 'array', items: link, ...relation('self', { type: { const: 'application/opds+json' } }) },
    navigation: { type: 'array', minItems: 1, items: { ...link, required: ['href', 'title'] } },
    publications: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['metadata', 'links', 'images'],
        properties: { metadata, links: { type: 'array', minItems: 1, items: link, contains: acquisition }, images },
      },
    },
  },
}
