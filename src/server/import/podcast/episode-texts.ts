import { readFile } from 'node:fs/promises'
import { TRANSCRIPT_TYPES, type Episode } from '#contract/catalog/podcast.ts'
import { fetchFile } from '../media/download.ts'

type Link = { url?: string | undefined; type?: string | undefined }
type Options = { allowsPrivate: boolean; report: (field: string, reason: string, given: string) => void }

const MAX_CHAPTERS = 2 ** 20
const MAX_TRANSCRIPT = 500_000
const MAX_TITLE = 300

/** Chapters of an episode in the JSON format of the podcast namespace. Without them the episode comes all the same. */
export async function chaptersOf(link: Link | undefined, options: Options): Promise<Episode['chapters']> {
  if (!link?.url) return undefined
  const text = await textAt(link.url, 'chapters', MAX_CHAPTERS, options)
  if (text === undefined) return undefined
  const chapters = chaptersIn(text)
  if (chapters.length === 0) options.report('chapters', 'noChapters', link.url)
  return chapters.length > 0 ? chapters : undefined
}

function chaptersIn(text: string): NonNullable<Episode['chapters']> {
  const listed: unknown = Object(parsed(text))['chapters']
  if (!Array.isArray(listed)) return []
  const chapters = listed.flatMap((chapter) => {
    const { startTime: start, title }: Record<string, unknown> = Object(chapter)
    const name = typeof title === 'string' ? title.trim().slice(0, MAX_TITLE) : ''
    return typeof start === 'number' && start >= 0 && name ? [{ start, title: name }] : []
  })
  return chapters.toSorted((one, other) => one.start - other.start)
}

/** The first transcript in a format that the shop gives out again. */
export async function transcriptOf(links: readonly Link[], options: Options): Promise<Episode['transcript']> {
  const link = links.find(({ url, type }) => url && isTranscriptType(type))
  const first = links.find(({ url }) => url)?.url
  if (!link?.url || !isTranscriptType(link.type)) {
    if (first) options.report('transcript', 'noTranscript', first)
    return undefined
  }
  const text = await textAt(link.url, 'transcript', MAX_TRANSCRIPT, options)
  if (text === undefined) return undefined
  if (isTranscript(text, link.type)) return { type: link.type, text }
  return void options.report('transcript', 'noTranscript', link.url)
}

const isTranscriptType = (type: string | undefined): type is keyof typeof TRANSCRIPT_TYPES =>
  type !== undefined && type in TRANSCRIPT_TYPES

/** What the server sends may be a page of its own, whatever the feed says. */
function isTranscript(text: string, type: keyof typeof TRANSCRIPT_TYPES): boolean {
  if (!text.trim() || text.includes('\0') || /^\s*<(?:!doctype|html)/i.test(text)) return false
  if (type === 'text/vtt') return text.startsWith('WEBVTT')
  if (type === 'application/json') return typeof parsed(text) === 'object'
  return type === 'text/plain' || /\d+:\d{2}:\d{2}[,.]\d+ --> /.test(text)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** UTF-8 only. */
async function textAt(
  url: string,
  field: string,
  maxBytes: number,
  { allowsPrivate, report }: Options,
): Promise<string | undefined> {
  const found = await fetchFile(url, { allowsPrivate, maxBytes }, async (file) => ({ bytes: await readFile(file) }))
  if (typeof found === 'string') return void report(field, found, url)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(found.bytes)
  } catch {
    return void report(field, field === 'chapters' ? 'noChapters' : 'noTranscript', url)
  }
}
