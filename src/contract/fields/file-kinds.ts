/** Names, sizes and first bytes of uploaded files, checked by browser and server. */

export const IMAGE_EXTENSIONS = ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'svg'] as const
export const AUDIO_EXTENSIONS = ['mp3', 'ogg', 'mp4', 'ogx', 'wma', 'ac3', 'm4a'] as const
type AudioExtension = (typeof AUDIO_EXTENSIONS)[number]

export const PICTURE_MAX_BYTES = 8 * 1024 * 1024
/** The form announces 10 MB. */
export const AUDITION_MAX_BYTES = 8_455_756
/** Size of an upload part, which is all that is sent again after an interruption. */
export const AUDITION_PART_BYTES = 256 * 1024

/** Inner extensions that some systems execute or render, such as `voice.php.mp3`. */
const DANGEROUS_INNER_EXTENSION =
  /\.(?:x?html?|xml|svg|php\d?|phtml|aspx?|jsp|cgi|exe|com|bat|cmd|sh|m?js|jar|py|pl|ps1|apk|zip)\./i

/** The extension of a plain file name in lower case; undefined for another name or extension. */
export function extensionIn<const Extension extends string>(
  name: string,
  list: readonly Extension[],
): Extension | undefined {
  // oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
  if (/[/\\\u0000-\u001f]/.test(name) || DANGEROUS_INNER_EXTENSION.test(name)) return undefined
  const found = /[^.]\.(\w{2,4})$/.exec(name)?.[1]?.toLowerCase()
  return list.find((extension) => extension === found)
}

export type AudioKind = 'mp3' | 'ogg' | 'mp4' | 'wma' | 'ac3'
const KINDS: Record<AudioExtension, AudioKind> = {
  mp3: 'mp3',
  ogg: 'ogg',
  ogx: 'ogg',
  mp4: 'mp4',
  m4a: 'mp4',
  wma: 'wma',
  ac3: 'ac3',
}
export const audioKindOf = (extension: AudioExtension): AudioKind => KINDS[extension]

/** Number of first bytes that `beginsAs` needs. */
export const HEAD_BYTES = 16

const text = (bytes: Uint8Array, from: number, until: number): string =>
  String.fromCharCode(...bytes.subarray(from, until))

const SIGNATURES: Record<AudioKind, (head: Uint8Array) => boolean> = {
  // An ID3 tag, or the sync bits of an MPEG layer III frame.
  mp3: (head) => text(head, 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2),
  ogg: (head) => text(head, 0, 4) === 'OggS',
  mp4: (head) => text(head, 4, 8) === 'ftyp',
  wma: (head) => text(head, 0, 4) === '\u0030\u0026\u00b2\u0075' && text(head, 4, 8) === '\u008e\u0066\u00cf\u0011',
  ac3: (head) => head[0] === 0x0b && head[1] === 0x77,
}
export const beginsAs = (kind: AudioKind, head: Uint8Array): boolean => SIGNATURES[kind](head)

/** Checks name and size of a recording. */
export function recordingFault({ name, size }: { name: string; size: number }): 'fileType' | 'fileSize' | undefined {
  if (!extensionIn(name, AUDIO_EXTENSIONS)) return 'fileType'
  return size > AUDITION_MAX_BYTES ? 'fileSize' : undefined
}
