import { parseBuffer } from 'music-metadata'
import {
  AUDIO_EXTENSIONS,
  audioKindOf,
  beginsAs,
  extensionIn,
  HEAD_BYTES,
  type AudioKind,
} from '#contract/fields/file-kinds.ts'
import { measureMp3 } from '../runtime/mp3/scan.ts'
import { secondsOfAc3 } from './ac3.ts'

export type ProbedAudio = { kind: AudioKind; seconds: number | null }

const CONTAINERS = {
  ogg: { mimeType: 'audio/ogg', names: /^Ogg$/ },
  mp4: { mimeType: 'audio/mp4', names: /./ },
  wma: { mimeType: 'audio/x-ms-asf', names: /^ASF/ },
} as const

/** Text of pages and programs: it does not occur in a recording by chance, only in a file that is valid as both. */
const FOREIGN_TEXT = /<html[\s>]|<!doctype\s|<script[\s>]|<svg\s+xmlns|<\?php\s|<\?xml-stylesheet|%PDF-\d/i
/** A ZIP archive is recognised by its end: its beginning may be anything. */
const ARCHIVE_END = { mark: 'PK\u0005\u0006', bytes: 66_000 }

/** Detects the format of a recording. Undefined: the content does not match the name, or is also valid as something else. */
export async function probeAudio(name: string, bytes: Buffer): Promise<ProbedAudio | undefined> {
  const extension = extensionIn(name, AUDIO_EXTENSIONS)
  const kind = extension && audioKindOf(extension)
  if (!kind || !beginsAs(kind, bytes.subarray(0, HEAD_BYTES)) || isPolyglot(bytes)) return undefined
  const seconds = await secondsOf(kind, bytes)
  return seconds === undefined ? undefined : { kind, seconds }
}

function isPolyglot(bytes: Buffer): boolean {
  return FOREIGN_TEXT.test(bytes.toString('latin1')) || bytes.subarray(-ARCHIVE_END.bytes).includes(ARCHIVE_END.mark)
}

/** Undefined: no audio. Null: the container does not state its duration. */
async function secondsOf(kind: AudioKind, bytes: Buffer): Promise<number | null | undefined> {
  if (kind === 'ac3') return secondsOfAc3(bytes)
  if (kind === 'mp3') {
    const measured = await measureMp3(bytes)
    return typeof measured === 'string' ? undefined : measured.seconds
  }
  const { mimeType, names } = CONTAINERS[kind]
  const { format } = await parseBuffer(bytes, { mimeType }, { duration: true, skipCovers: true }).catch(() => ({
    format: undefined,
  }))
  return format?.hasAudio && names.test(format.container ?? '') ? (format.duration ?? null) : undefined
}
