import { createHash } from 'node:crypto'
import { generateRssFeed } from 'feedsmith'
import { brand, podcastHome, slug } from '#brand/brand.ts'
import {
  CHAPTERS_TYPE,
  TRANSCRIPT_TYPES,
  type Episode as MovedEpisode,
  type FeedFacts,
} from '#contract/catalog/podcast.ts'
import type { Locale } from '#contract/text/locale.ts'
import { textOf } from '#contract/text/text.ts'
import type { TitleView } from '#contract/catalog/views.ts'
import { feedPath, pathTo } from '#i18n/paths.ts'
import { episodeMoments } from './episode-moments.ts'
import { podcastCategories } from './podcast-categories.ts'

/** Namespace of podcast:guid, fixed by the Podcast Index. */
const PODCAST_NAMESPACE = 'ead4c236bf5858c6a2c6a6b28d128cb6'

type Episode = {
  file: string
  bytes: number
  seconds: number
  track: TitleView['tracks'][number] | undefined
  /** What the old feed of a podcast that moved in said. */
  episode?: MovedEpisode | null | undefined
  chapters?: boolean | undefined
  transcript?: string | null | undefined
  /** Texts of the shop. */
  texts?: readonly { locale: Locale; is_timed: boolean }[] | null | undefined
  soundbite?: { start: number; duration: number | null; title: string } | null | undefined
}
type Feed = {
  view: TitleView
  artwork: string | null
  episodes: Episode[]
  facts?: FeedFacts | undefined
  hub?: string | undefined
}

/** UUIDv5 of the feed address without scheme and trailing slashes. Trap: after a move the shop must still use its first address (`podcastHome` of the brand). */
export function podcastGuid(address: string): string {
  const name = address.replace(/^\w+:\/\//, '').replace(/\/+$/, '')
  const hash = createHash('sha1').update(Buffer.from(PODCAST_NAMESPACE, 'hex')).update(name).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * RSS 2.0 with the iTunes and podcast namespaces: free episodes with permanent addresses, never signed ones [SD-8]. Players
 * list the episodes by their dates, see `episodeMoments`.
 */
export function rssOf(
  { view, artwork, episodes, facts, hub }: Feed,
  locale: Locale,
  site: URL | undefined,
  words: { trailer: string; funding: string },
): string {
  const { title } = view
  const absolute = (path: string) => new URL(path, site).href
  const self = absolute(feedPath(title.id, locale))
  const firstAddress = podcastHome ? `${podcastHome}${feedPath(title.id, locale)}` : self
  const page = absolute(pathTo('product', locale, { id: title.id, slug: title.product_slug }))
  const image = artwork ? absolute(`/media/free/${artwork}`) : undefined
  const moments = momentsOf(episodes, title.published)
  const description = textOf(view.description) || view.shortDescription || view.name
  const feed = generateRssFeed({
    title: view.name,
    link: page,
    description,
    // Of what is heard, by which apps sort: the texts may be in another one.
    language: title.spoken_tag ?? title.spoken,
    copyright: brand.name[locale],
    ...(image && { image: { url: image, title: view.name, link: page } }),
    atom: {
      links: [{ href: self, rel: 'self', type: 'application/rss+xml' }, ...(hub ? [{ href: hub, rel: 'hub' }] : [])],
    },
    itunes: { ...itunesOf(view, image, locale), ...showFacts(facts) },
    podcast: {
      ...podcastOf(view, firstAddress),
      ...(facts?.guid && { guid: facts.guid }),
      fundings: [{ url: absolute(pathTo('subscribe', locale)), display: words.funding }],
    },
    items: episodes.map((episode, index) => ({
      link: episode.track ? `${page}?track=${episode.track.id}` : page,
      pubDate: moments[index],
      ...itemOf(episode, view.tracks, { trailer: words.trailer, description, facts, absolute }),
    })),
  })
  return withBooleans(feed)
}

/** Apple requires true and false; the generator writes the older yes and no. */
const withBooleans = (feed: string): string =>
  feed
    .replaceAll('<itunes:explicit>no<', '<itunes:explicit>false<')
    .replaceAll('<itunes:explicit>yes<', '<itunes:explicit>true<')

const momentsOf = (episodes: Episode[], titleDay: string): Date[] =>
  episodeMoments(
    episodes.map(({ episode }) => episode?.published),
    titleDay,
  )

function itunesOf(view: TitleView, image: string | undefined, locale: Locale) {
  return {
    author: view.authors.map(({ name }) => name).join(', ') || brand.name[locale],
    owner: { name: brand.name[locale], email: brand.contact.email },
    categories: podcastCategories(view.categories.map(({ slugName }) => slugName)),
    type: 'serial' as const,
    ...(image && { image }),
  }
}

function podcastOf(view: TitleView, firstAddress: string) {
  return {
    guid: podcastGuid(firstAddress),
    medium: 'podcast' as const,
    locked: { value: true, owner: brand.contact.email },
    persons: personsOf(view),
  }
}

function personsOf({ authors, artists }: TitleView) {
  return [
    ...authors.map(({ name }) => ({ display: name, role: 'host' })),
    ...artists.map(({ name }) => ({ display: name, role: 'narrator' })),
  ]
}

const showFacts = ({ author, type, explicit = false }: FeedFacts = {}) => ({
  explicit,
  ...(author && { author }),
  ...(type && { type }),
})

type Texts = { trailer: string; description: string; facts: FeedFacts | undefined; absolute: (path: string) => string }

/** Files of an episode beside its sound. */
function textsOf({ track, chapters, transcript, texts, soundbite }: Episode, absolute: Texts['absolute']) {
  const ending = Object.entries(TRANSCRIPT_TYPES).find(([type]) => type === transcript)?.[1]
  return {
    ...(chapters && {
      chapters: { url: absolute(`/media/free/chapters-${track?.id}.json`), type: CHAPTERS_TYPE },
    }),
    transcripts: [
      ...(transcript && ending
        ? [{ url: absolute(`/media/free/transcript-${track?.id}.${ending}`), type: transcript }]
        : []),
      ...(texts ?? []).flatMap(({ locale, is_timed }) =>
        (is_timed ? TIMED_FILES : PLAIN_FILES).map(([type, end]) => ({
          url: absolute(`/media/text/${track?.id}.${locale}.${end}`),
          type,
          language: locale,
        })),
      ),
    ],
    ...(soundbite?.duration && {
      soundbites: [{ startTime: soundbite.start, duration: soundbite.duration, display: soundbite.title }],
    }),
  }
}

/** Players choose: WebVTT has speakers, SubRip is read by the older ones. */
const TIMED_FILES = [
  ['text/vtt', 'vtt'],
  ['application/x-subrip', 'srt'],
] as const
const PLAIN_FILES = [['text/plain', 'txt']] as const

/**
 * Season and number: those of the old feed, or the place among all episodes, as the page of the title counts them. Trailers and
 * extras have no number of their own, and Apple takes no zeros.
 */
function numbersOf({ track, episode }: Episode, tracks: TitleView['tracks']) {
  const isExtra = !track || episode?.type === 'trailer' || episode?.type === 'bonus'
  const place = isExtra ? 0 : tracks.findIndex(({ id }) => id === track.id) + 1
  const { season = 0, number = place } = episode ?? {}
  return { ...(season > 0 && { season }), ...(number > 0 && { number }) }
}

function itemOf(episode: Episode, tracks: TitleView['tracks'], { trailer, description, facts, absolute }: Texts) {
  const { file, bytes, seconds, track, episode: moved } = episode
  const { season, number } = numbersOf(episode, tracks)
  return {
    podcast: {
      ...textsOf(episode, absolute),
      ...(season && { season: { number: season } }),
      ...(number && { episode: { number } }),
    },
    title: track?.name ?? trailer,
    description: track?.text || description,
    guid: { value: moved?.guid ?? `${slug}:${file.replace('.mp3', '')}`, isPermaLink: false },
    enclosures: [{ url: absolute(`/media/free/${file}`), length: bytes, type: 'audio/mpeg' }],
    itunes: {
      duration: Math.round(seconds),
      // What is known of the whole show holds for each episode: the old feed's word on single ones is not stored.
      explicit: facts?.explicit ?? false,
      episodeType: moved?.type ?? (track ? 'full' : 'trailer'),
      ...(season && { season }),
      ...(number && { episode: number }),
    },
  }
}
