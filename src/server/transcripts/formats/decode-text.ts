/** `note`: the encoding was guessed. */
type Decoded = { text: string; note?: 'windows1252' }
export type TextFault = 'empty' | 'binary' | 'brokenLetters'

/**
 * The letters of a text file in UTF-8, UTF-16 or Windows-1252, with `\n` at line ends. A string says why it is none: guessing
 * would publish garbled text.
 */
export function decodeText(bytes: Uint8Array): Decoded | TextFault {
  if (bytes.length === 0) return 'empty'
  const wide = utf16Of(bytes)
  const text = wide ? new TextDecoder(wide).decode(bytes) : utf8Of(bytes)
  if (text !== undefined) return checked(text)
  // Devanagari of a cut or mixed file has far more bytes beyond ASCII in a row than any text of one byte a letter.
  if (hasDevanagariBytes(bytes)) return 'brokenLetters'
  const guessed = checked(new TextDecoder('windows-1252').decode(bytes))
  return typeof guessed === 'string' ? guessed : { ...guessed, note: 'windows1252' }
}

function checked(text: string): Decoded | TextFault {
  if (text.includes('\0')) return 'binary'
  if (text.includes('\ufffd')) return 'brokenLetters'
  const lines = text.replace(/^\ufeff/, '').replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
  return lines.trim() === '' ? 'empty' : { text: lines.toWellFormed() }
}

function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** UTF-16 by its byte order mark, or by zero bytes in every other place, where ASCII letters, spaces and line ends have them. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, 4_096)
  const zeros = [0, 0]
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const most = head.length / 8
  if (odd > most && even < odd / 8) return 'utf-16le'
  return even > most && odd < even / 8 ? 'utf-16be' : undefined
}

/** The bytes e0 a4 or e0 a5 begin nearly every letter of Devanagari in UTF-8. */
function hasDevanagariBytes(bytes: Uint8Array): boolean {
  let found = 0
  for (const [index, byte] of bytes.entries())
    if (byte === 0xe0 && ((bytes[index + 1] ?? 0) & 0xfe) === 0xa4 && (found += 1) > 3) return true
  return false
}
