import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseRssFeed } from 'feedsmith'
import { dayOfMoment } from '#contract/time/day.ts'
import type { CatalogReport } from '../source/fault.ts'
import { keyOf } from '../source/keys.ts'
import { download } from '../media/download.ts'
import { chaptersOf, transcriptOf } from './episode-texts.ts'

type Feed = ReturnType<typeof parseRssFeed>
type Item = NonNullable<Feed['items']>[number]
type Options = {
  file: string
  folder: string
  allowsPrivate: boolean
  report: CatalogReport
  progress: (done: number, of: number) => void
}

const MAX_EPISODE = 600 * 2 ** 20
/** For one episode over a slow line. */
const EPISODE_MS = 30 * 60_000
const MAX_SMALL = 20 * 2 ** 20
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Makes an import folder of the feed of a podcast. A string result is the reason why it cannot be read. */
export async function readFeed(options: Options): Promise<string | undefined> {
  const { file, folder, report } = options
  const feed = parsed(await readFile(file, 'utf8'))
  const items = feed?.items ?? []
  if (!feed?.title || items.length === 0) return 'noFeed'
  await mkdir(folder, { recursive: true })
  const episodes: object[] = []
  // Oldest first, as the shop numbers them.
  const ordered = items.toSorted(
    (one: Item, other: Item) => Date.parse(String(one.pubDate)) - Date.parse(String(other.pubDate)),
  )
  for (const [index, item] of ordered.entries()) {
    const row = await episodeOf(options, item, index)
    if (typeof row === 'string')
      report({
        kind: 'track',
        file,
        line: index + 1,
        field: 'enclosure',
        reason: row,
        ...(item.title && { given: item.title }),
      })
    else episodes.push(row)
    options.progress(index + 1, items.length)
  }
  const cover = await coverOf(options, feed)
  await writeFile(
    join(folder, 'titles.jsonl'),
    JSON.stringify({ ...showOf(feed, ordered), tracks: episodes, ...(cover && { cover }) }),
  )
  return undefined
}

function parsed(text: string): Feed | undefined {
  try {
    return parseRssFeed(text)
  } catch {
    return undefined
  }
}

function showOf(feed: Feed, [first]: Item[]) {
  const { author, type, explicit } = feed.itunes ?? {}
  const guid = feed.podcast?.guid
  return {
    key: keyOf(guid ? `podcast-${guid}` : `${feed.title} ${author ?? ''}`),
    type: 'podcast',
    name: feed.title,
    ...(feed.description && { description: feed.description }),
    ...(feed.language && { spoken: feed.language }),
    ...(author && { authors: [author] }),
    recurring: true,
    isFree: true,
    ...(first?.pubDate && { published: dayOfMoment(String(first.pubDate)) }),
    feed: {
      ...(guid && { guid }),
      ...(author && { author }),
      ...(type === 'serial' || type === 'episodic' ? { type } : {}),
      ...(typeof explicit === 'boolean' && { explicit }),
    },
  }
}

const isCount = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 0

async function episodeOf(options: Options, item: Item, index: number): Promise<object | string> {
  const { folder, allowsPrivate } = options
  const address = item.enclosures?.[0]?.url
  if (!address) return 'noEnclosure'
  const guid = item.guid?.value ?? address
  const audio = `${hashOf(guid)}.mp3`
  const refused = await download(address, join(folder, audio), {
    allowsPrivate,
    maxBytes: MAX_EPISODE,
    maxMs: EPISODE_MS,
  })
  if (refused) return refused
  const { season, episode: number, episodeType: type } = item.itunes ?? {}
  const report = (field: string, reason: string, given: string) =>
    options.report({ kind: 'track', file: options.file, line: index + 1, field, reason, given, isWarning: true })
  const chapters = await chaptersOf(item.podcast?.chapters, { allowsPrivate, report })
  const transcript = await transcriptOf(item.podcast?.transcripts ?? [], { allowsPrivate, report })
  return {
    key: hashOf(guid),
    position: index + 1,
    name: item.title ?? '',
    ...(item.description && { description: item.description }),
    audio,
    feedEpisode: {
      guid,
      ...(dayOfMoment(String(item.pubDate)) && { published: new Date(String(item.pubDate)).toISOString() }),
      ...(isCount(season) && { season }),
      ...(isCount(number) && { number }),
      ...(type === 'full' || type === 'trailer' || type === 'bonus' ? { type } : {}),
      ...(chapters && { chapters }),
      ...(transcript && { transcript }),
    },
  }
}

async function coverOf({ folder, allowsPrivate }: Options, feed: Feed): Promise<string | undefined> {
  const address = feed.itunes?.image ?? feed.image?.url
  if (!address) return undefined
  const refused = await download(address, join(folder, 'cover.jpg'), { allowsPrivate, maxBytes: MAX_SMALL })
  return refused ? undefined : 'cover.jpg'
}
