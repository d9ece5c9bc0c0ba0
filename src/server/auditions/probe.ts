import { parseBuffer } from 'music-metadata'
import {
  AUDIO_EXTENSIONS,
  audioKindOf,
  beginsAs,
  extensionIn,
  HEAD_BYTES,
  type AudioKind,
} from '#contract/file-kinds.ts'
import { measureMp3 } from '../import/media/audio.ts'
import { secondsOfAc3 } from './ac3.ts'

export type Sound = { kind: AudioKind; seconds: number | null }

const CONTAINERS = {
  ogg: { mimeType: 'audio/ogg', names: /^Ogg$/ },
  mp4: { mimeType: 'audio/mp4', names: /./ },
  wma: { mimeType: 'audio/x-ms-asf', names: /^ASF/ },
} as const

/** Pages and programs: no chance puts these letters into a recording, but a file may want to be two things. */
const FOREIGN = /<html[\s>]|<!doctype\s|<script[\s>]|<svg\s+xmlns|<\?php\s|<\?xml-stylesheet|%PDF-\d/i
/** An archive ends with its list, and may begin with anything. */
const ARCHIVE_END = { mark: 'PK\u0005\u0006', bytes: 66_000 }

/** What a recording really is; undefined when that is not what its name says, or not only that. */
export async function soundOf(name: string, bytes: Buffer): Promise<Sound | undefined> {
  const extension = extensionIn(name, AUDIO_EXTENSIONS)
  const kind = extension && audioKindOf(extension)
  if (!kind || !beginsAs(kind, bytes.subarray(0, HEAD_BYTES)) || isTwofold(bytes)) return undefined
  const seconds = await secondsOf(kind, bytes)
  return seconds === undefined ? undefined : { kind, seconds }
}

function isTwofold(bytes: Buffer): boolean {
  return FOREIGN.test(bytes.toString('latin1')) || bytes.subarray(-ARCHIVE_END.bytes).includes(ARCHIVE_END.mark)
}

/** Undefined: no sound. Null: a container that does not say how long. */
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
