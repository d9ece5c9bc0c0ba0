import { brand } from '#brand/brand.ts'
import { textOf } from '#contract/text/text.ts'
import { pathTo } from '#i18n/paths.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import type { Publication, Recording } from './publications.ts'

export const CATALOG_TYPE = 'application/opds+json'
export const MANIFEST_TYPE = 'application/audiobook+json'
const CONTEXT = 'https://readium.org/webpub-manifest/context.jsonld'
const AUDIOBOOK = 'https://readium.org/webpub-manifest/profiles/audiobook'
const ACQUISITION = 'http://opds-spec.org/acquisition'

type Link = Record<string, unknown> & { href: string; type?: string }
export type Absolute = (path: string) => string
/** A signed address ends within minutes; a permanent one has no end. */
export type Located = { recording: Recording; href: string }

/** The names in both languages; one of them is a plain text. */
function nameOf(translations: StoredTranslations, name: string): string | Record<string, string> {
  const names = Object.entries(translations).map(([locale, words]) => [locale, words.name] as const)
  return names.length > 1 ? Object.fromEntries(names) : name
}

function metadataOf(publication: Publication, absolute: Absolute, isSample: boolean) {
  const { id, slug, name, translations, spoken, authors, narrators, published, updated_at } = publication
  const recordings = isSample ? publication.samples : publication.tracks
  const words = translations[spoken === 'mr' ? 'mr' : 'en'] ?? translations.en ?? translations.mr
  const description = words?.shortDescription || textOf(words?.description ?? '')
  return {
    '@type': 'http://schema.org/Audiobook',
    conformsTo: AUDIOBOOK,
    identifier: absolute(pathTo('product', 'en', { id, slug })),
    title: nameOf(translations, name),
    ...(authors.length > 0 && { author: authors }),
    ...(narrators.length > 0 && { narrator: narrators }),
    language: spoken,
    publisher: brand.name.en,
    published,
    modified: updated_at.toISOString(),
    ...(description && { description }),
    ...(secondsOf(recordings) > 0 && { duration: secondsOf(recordings) }),
  }
}

const secondsOf = (recordings: readonly Recording[]) =>
  Math.round(recordings.reduce((sum, { seconds }) => sum + seconds, 0) * 100) / 100

/** Square covers of the shop; a catalog must have a picture for each title. */
function imagesOf({ cover }: Publication, absolute: Absolute): Link[] {
  if (!cover) return [{ href: absolute('/icons/512.png'), type: 'image/png' }]
  return cover.widths.map((width) => ({
    href: absolute(`/media/${cover.path}-${width}.webp`),
    type: 'image/webp',
    width,
    height: width,
  }))
}

const manifestPath = (id: number, isSample: boolean) =>
  `/api/opds/titles/${id}/${isSample ? 'sample' : 'manifest'}.json`

/** A title in a catalog. */
function entryOf(publication: Publication, absolute: Absolute): object {
  const { id, slug, is_open, samples } = publication
  return {
    metadata: metadataOf(publication, absolute, !is_open),
    links: [
      { rel: 'alternate', href: absolute(pathTo('product', 'en', { id, slug })), type: 'text/html' },
      ...(is_open
        ? [{ rel: `${ACQUISITION}/open-access`, href: absolute(manifestPath(id, false)), type: MANIFEST_TYPE }]
        : []),
      ...(samples.length > 0
        ? [{ rel: `${ACQUISITION}/sample`, href: absolute(manifestPath(id, true)), type: MANIFEST_TYPE }]
        : []),
      ...(is_open
        ? []
        : [{ rel: `${ACQUISITION}/buy`, href: absolute(pathTo('product', 'en', { id, slug })), type: 'text/html' }]),
    ],
    images: imagesOf(publication, absolute),
  }
}

export type CatalogPage = {
  title: string
  self: string
  next?: string | undefined
  publications: readonly Publication[]
}

export function catalogOf({ title, self, next, publications }: CatalogPage, absolute: Absolute): object {
  return {
    metadata: { title },
    links: [
      { rel: 'self', href: absolute(self), type: CATALOG_TYPE },
      { rel: 'start', href: absolute('/api/opds/catalog.json'), type: CATALOG_TYPE },
      { rel: 'http://opds-spec.org/shelf', href: absolute('/api/opds/shelf.json'), type: CATALOG_TYPE },
      ...(next ? [{ rel: 'next', href: absolute(next), type: CATALOG_TYPE }] : []),
    ],
    // A catalog without an entry has navigation instead: the schema asks for one of them.
    ...(publications.length > 0
      ? { publications: publications.map((publication) => entryOf(publication, absolute)) }
      : { navigation: [{ title: brand.name.en, href: absolute('/api/opds/catalog.json'), type: CATALOG_TYPE }] }),
  }
}

type Text = { track_id: number; locale: string; is_timed: boolean }

/** The manifest of an audiobook: the whole title or its sample, with the texts that lie beside. */
export function manifestOf(
  publication: Publication,
  { isSample, located, texts }: { isSample: boolean; located: readonly Located[]; texts: readonly Text[] },
  absolute: Absolute,
): object {
  return {
    '@context': CONTEXT,
    metadata: metadataOf(publication, absolute, isSample),
    links: [{ rel: 'self', href: absolute(manifestPath(publication.id, isSample)), type: MANIFEST_TYPE }],
    readingOrder: located.map(({ recording, href }) => ({
      href,
      type: 'audio/mpeg',
      ...(recording.seconds > 0 && { duration: recording.seconds }),
      ...(recording.name && { title: recording.name }),
    })),
    resources: [
      ...imagesOf(publication, absolute).map((image, at, all) => ({
        ...image,
        ...(at === all.length - 1 && { rel: 'cover' }),
      })),
      ...texts.map(({ track_id, locale, is_timed }) => ({
        href: absolute(`/media/text/${track_id}.${locale}.${is_timed ? 'vtt' : 'txt'}`),
        type: is_timed ? 'text/vtt' : 'text/plain',
        language: locale,
      })),
    ],
  }
}
