import { readFileSync } from 'node:fs'
import sharp from 'sharp'

/** Real speech of 51.19 seconds, without any header. */
export const SPEECH = readFileSync(new URL('../../../src/demo/files/audio/dnyaneshwari/01.mp3', import.meta.url))
export const SPEECH_SECONDS = 51.19

/** One frame of ID3v2.3. */
export function frame(id: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(10)
  head.write(id, 0, 'latin1')
  head.writeUInt32BE(content.length, 4)
  return Buffer.concat([head, content])
}

export const textFrame = (id: string, text: string): Buffer =>
  frame(id, Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')]))

/** A whole tag; `claims` is the length that it pretends to have. */
export function tag(frames: Buffer[], claims?: number): Buffer {
  const content = Buffer.concat(frames)
  const size = claims ?? content.length
  const bytes = [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f)
  return Buffer.concat([Buffer.from('ID3\u0003\u0000\u0000', 'latin1'), Buffer.from(bytes), content])
}

export function chapter(number: number, title: string, startMs: number, endMs: number): Buffer {
  const times = Buffer.alloc(16, 0xff)
  times.writeUInt32BE(startMs, 0)
  times.writeUInt32BE(endMs, 4)
  return frame('CHAP', Buffer.concat([Buffer.from(`c${number}\u0000`, 'latin1'), times, textFrame('TIT2', title)]))
}

export async function picture(width: number, height = width): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#a34' } })
    .jpeg()
    .toBuffer()
}

export const pictureFrame = (jpeg: Buffer): Buffer =>
  frame('APIC', Buffer.concat([Buffer.from('\u0000image/jpeg\u0000\u0003\u0000', 'latin1'), jpeg]))

/** The sound behind the tag of the demo's file. */
export function bareSpeech(): Buffer {
  const isTagged = SPEECH.toString('latin1', 0, 3) === 'ID3'
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (SPEECH[at] ?? 0), 0)
  return SPEECH.subarray(isTagged ? size + 10 : 0)
}

/** The first frame, silenced, with a count of frames that is a lie. */
export function xing(frames: number): Buffer {
  const speech = bareSpeech()
  const first = Buffer.alloc(lengthOfFrame(speech))
  speech.copy(first, 0, 0, 4)
  // Mono of MPEG 2: the notes begin behind nine bytes of side information.
  first.write('Xing', 13, 'latin1')
  first.writeUInt32BE(1, 17)
  first.writeUInt32BE(frames, 21)
  return first
}

function lengthOfFrame(speech: Buffer): number {
  for (let at = 24; at < 2_000; at += 1) if (speech.readUInt16BE(at) === speech.readUInt16BE(0)) return at
  throw new Error('no second frame')
}
