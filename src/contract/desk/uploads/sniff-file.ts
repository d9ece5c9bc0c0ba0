// oxlint-disable no-control-regex -- signatures of files are bytes
/** What a file is by its first bytes, whatever its name says. */
export type FileKind =
  | 'mp3'
  | 'm4a'
  | 'video'
  | 'flac'
  | 'wav'
  | 'ogg'
  | 'wma'
  | 'picture'
  | 'pdf'
  | 'zip'
  | 'office'
  | 'text'
  | 'empty'
  | 'unknown'
export const SNIFF_BYTES = 64

const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, SNIFF_BYTES))

const KINDS: readonly [FileKind, RegExp][] = [
  ['flac', /^(?:fLaC|ID3.*fLaC)/s],
  ['mp3', /^(?:ID3|\xff[\xe2-\xe7\xf2-\xf7\xfa-\xfb])/s],
  ['m4a', /^.{4}ftyp(?:M4[AB]|F4A)/s],
  ['picture', /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF.{4}WEBP|II\*\0|MM\0\*|.{4}ftyp(?:avi[fs]|mif1|heic))/s],
  ['video', /^(?:.{4}ftyp|\x1aE\xdf\xa3|RIFF.{4}AVI )/s],
  ['wav', /^(?:RIFF.{4}WAVE|FORM.{4}AIF)/s],
  ['ogg', /^OggS/],
  ['wma', /^\x30\x26\xb2\x75/],
  ['pdf', /^%PDF-/],
  ['zip', /^PK\x03\x04/],
  ['office', /^\xd0\xcf\x11\xe0/],
]

/** What a file is by its content. */
export function sniffFile(head: Uint8Array): FileKind {
  if (head.length === 0) return 'empty'
  const text = latin(head)
  const known = KINDS.find(([, sign]) => sign.test(text))
  if (known) return known[0]
  return /[\0-\x08\x0e-\x1f]/.test(text) ? 'unknown' : 'text'
}

const SOUNDS: ReadonlySet<FileKind> = new Set(['mp3', 'm4a', 'flac', 'wav', 'ogg', 'wma', 'unknown'])

/** Whether the shop tries to take it as sound. An mp3 may begin with bytes that nobody knows; many an m4b begins as a video. */
export const isSound = (kind: FileKind, name: string): boolean =>
  SOUNDS.has(kind) || (kind === 'video' && /\.m4[ab]$/i.test(name))

/** Whether the shop tries to take it as an e-book, by name too: an EPUB is a ZIP archive. */
export const isEbook = (kind: FileKind, name: string): boolean =>
  (kind === 'pdf' && /\.pdf$/i.test(name)) || (kind === 'zip' && /\.epub$/i.test(name))
