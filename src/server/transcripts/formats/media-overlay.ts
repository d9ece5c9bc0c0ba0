import { Parser } from 'htmlparser2'
import { CUE_MS_MAX, type Cue } from '#contract/transcripts/transcripts.ts'
import { plainLine } from '#contract/text/plain-text.ts'
import { epubTexts, resolved } from './epub-files.ts'
import { complete, isParseFailure, type Parsed, type ParseFailure } from './parsed.ts'

/** A `par` of a media overlay: an element of a chapter, and the part of a sound file in which it is read. */
type Spoken = { text: string; fragment: string; audio: string; begin: number; end: number | null }

/**
 * The lines of an EPUB 3 with media overlays, by the path of the sound file in the book. A book without overlays, or with
 * encrypted texts, has none.
 */
export function parseMediaOverlay(bytes: Uint8Array): Map<string, Parsed> | ParseFailure {
  const files = epubTexts(bytes)
  if (!files?.has('META-INF/container.xml')) return { fault: 'notEpub' }
  const overlays = overlaysInOrder(files)
  const texts = new Map<string, Map<string, string>>()
  const byAudio = new Map<string, (Cue & { start: number })[]>()
  for (const overlay of overlays)
    for (const spoken of spokenIn(overlay, files.get(overlay) ?? '')) {
      const chapter = texts.get(spoken.text) ?? textsById(files.get(spoken.text) ?? '')
      texts.set(spoken.text, chapter)
      const text = chapter.get(spoken.fragment) ?? ''
      const cues = byAudio.get(spoken.audio) ?? []
      cues.push({ start: spoken.begin, end: Math.max(spoken.begin, spoken.end ?? spoken.begin), text })
      byAudio.set(spoken.audio, cues)
    }
  const found = new Map<string, Parsed>()
  for (const [audio, cues] of byAudio) {
    const parsed = complete(cues)
    if (isParseFailure(parsed) && parsed.fault !== 'noText') return parsed
    if (!isParseFailure(parsed)) found.set(audio, parsed)
  }
  return found.size > 0 ? found : { fault: 'noOverlay' }
}

type OnTag = (name: string, attributes: Record<string, string>) => void

function forEachTag(xml: string, onTag: OnTag): void {
  const parser = new Parser(
    { onopentag: (name, attributes) => onTag(name.replace(/^.*:/, ''), attributes) },
    { xmlMode: true },
  )
  parser.end(xml)
}

/** The overlays of the chapters in the order of the book. */
function overlaysInOrder(files: ReadonlyMap<string, string>): string[] {
  let book = ''
  forEachTag(files.get('META-INF/container.xml') ?? '', (name, { 'full-path': path }) => {
    if (name === 'rootfile' && path && !book) book = path
  })
  const items = new Map<string, { href: string; overlay: string | undefined }>()
  const spine: string[] = []
  forEachTag(files.get(book) ?? '', (name, attributes) => {
    const { id, href, idref, 'media-overlay': overlay } = attributes
    if (name === 'item' && id && href) items.set(id, { href: resolved(book, href), overlay })
    if (name === 'itemref' && idref) spine.push(idref)
  })
  return spine.flatMap((id) => {
    const overlay = items.get(id)?.overlay
    const found = overlay === undefined ? undefined : items.get(overlay)
    return found ? [found.href] : []
  })
}

function spokenIn(path: string, smil: string): Spoken[] {
  const found: Spoken[] = []
  let text: { path: string; fragment: string } | undefined
  forEachTag(smil, (name, { src = '', clipBegin, clipEnd }) => {
    if (name === 'par') text = undefined
    if (name === 'text') text = { path: resolved(path, src), fragment: src.split('#')[1] ?? '' }
    if (name !== 'audio' || !text) return
    const [begin, end] = [clockOf(clipBegin ?? '0'), clipEnd === undefined ? null : clockOf(clipEnd)]
    if (begin === undefined || end === undefined) return
    found.push({ text: text.path, fragment: text.fragment, audio: resolved(path, src), begin, end })
  })
  return found
}

const UNITS: Record<string, number> = { h: 3_600_000, min: 60_000, s: 1_000, ms: 1, '': 1_000 }

/** A clock value of SMIL in milliseconds: `0:01:02.5`, `62.5s`, `1.04min`; undefined when it is none. */
export function clockOf(value: string): number | undefined {
  const [, count = '', unit = ''] = /^\s*(\d+(?:\.\d+)?)(h|min|s|ms)?\s*$/.exec(value) ?? []
  if (count) return within(Number(count) * (UNITS[unit] ?? 1_000))
  const [, hours = '0', minutes = '', seconds = ''] =
    /^\s*(?:(\d+):)?(\d{1,2}):(\d{1,2}(?:\.\d+)?)\s*$/.exec(value) ?? []
  return minutes ? within(Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1_000) : undefined
}

const within = (milliseconds: number) => (milliseconds <= CUE_MS_MAX ? Math.round(milliseconds) : undefined)

/** Elements with an id, with all the words inside them. */
function textsById(xhtml: string): Map<string, string> {
  const texts = new Map<string, string>()
  const open: { id: string | undefined; text: string }[] = []
  let skipped = 0
  const parser = new Parser(
    {
      onopentag: (name, { id }) => {
        if (/^(?:script|style|rt)$/.test(name)) skipped += 1
        if (name === 'br') for (const element of open) element.text += ' '
        open.push({ id, text: '' })
      },
      ontext: (text) => {
        if (skipped === 0) for (const element of open) if (element.id !== undefined) element.text += text
      },
      onclosetag: (name) => {
        if (/^(?:script|style|rt)$/.test(name)) skipped -= 1
        const element = open.pop()
        if (element?.id !== undefined && !texts.has(element.id)) texts.set(element.id, plainLine(element.text))
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xhtml)
  return texts
}
