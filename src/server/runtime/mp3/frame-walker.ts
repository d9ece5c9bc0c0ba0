import { declaredFrames, frameAt, tagLengthAt, type Frame } from './frame.ts'

/** Measured from the frames of a file. `lost`: bytes between frames that belong to no frame; `declaredSeconds`: the length in the header of the encoder. */
export type Walked = {
  seconds: number
  frames: number
  lost: number
  declaredSeconds: number
  /** Of the first frame. */
  channels: 1 | 2
  /** Start of the sound, decoded to check that it plays. */
  head: Uint8Array
}
type Walker = {
  push(bytes: Uint8Array): void
  end(): Walked
  /** Second and byte of every eighth frame. */
  marks: Mark[]
}
export type Mark = { second: number; byte: number }
type Options = {
  recordsMarks?: boolean
  /** Gets each frame of sound with the bytes in which it begins, and may change it there. */
  onFrame?: (frame: Frame, bytes: Uint8Array, at: number) => void
  /** Gets all bytes in their order, after their frames. */
  onBytes?: (bytes: Uint8Array) => void
}

/** A stream starts at this many frames in a row: random bytes can look like one header. */
const FRAMES_IN_A_ROW = 3
/** Bytes of three frames of the largest size. */
const LOOK_AHEAD = 6_000
const HEAD_FRAMES = 24
const MARK_EVERY = 8

/** Walks the frames of an mp3 that is pushed in pieces; `total` is its length in bytes. */
export function createWalker(total: number, { recordsMarks = false, onFrame, onBytes }: Options = {}): Walker {
  let rest: Uint8Array = new Uint8Array()
  let base = 0
  let skip = 0
  let seconds = 0
  let frames = 0
  let lost = 0
  let strayBytes = 0
  let declaredSeconds = 0
  let stream: number | undefined
  let channels: 1 | 2 = 1
  const head: Uint8Array[] = []
  const marks: Mark[] = []

  return { push: (bytes) => advance(bytes, false), end, marks }

  function advance(bytes: Uint8Array, isLast: boolean): void {
    const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    let at = 0
    while (at < all.length - (isLast ? 3 : LOOK_AHEAD)) {
      if (skip > 0) at += skipBytes(all.length - at)
      else at += step(all, at)
    }
    base += at
    const done = isLast ? all.length : at
    if (done > 0) onBytes?.(all.subarray(0, done))
    rest = all.subarray(at)
  }

  function skipBytes(most: number): number {
    const bytes = Math.min(skip, most)
    skip -= bytes
    return bytes
  }

  /** Bytes to advance: a tag, a frame, or one stray byte. */
  function step(all: Uint8Array, at: number): number {
    const tag = tagLengthAt(all, at)
    // A tag longer than the file has a wrong header: the bytes behind it may be frames.
    if (tag > 0 && base + at + tag < total) {
      skip = tag
      return 0
    }
    const frame = frameAt(all, at)
    if (!frame || !belongsToStream(frame, all, at)) return countStray()
    countFrame(frame, all, at)
    return frame.bytes
  }

  function belongsToStream(frame: Frame, all: Uint8Array, at: number): boolean {
    if (base + at + frame.bytes > total) return false
    if (strayBytes === 0 && frame.stream === stream) return true
    return startsFrameRun(frame, all, at)
  }

  function countStray(): number {
    strayBytes += 1
    return 1
  }

  function countFrame(frame: Frame, all: Uint8Array, at: number): void {
    if (frames > 0) lost += strayBytes
    strayBytes = 0
    if (stream === undefined) channels = frame.channels
    stream = frame.stream
    const declared = frames === 0 && declaredSeconds === 0 ? declaredFrames(all, at) : undefined
    appendHead(all.subarray(at, at + frame.bytes))
    if (declared !== undefined) {
      declaredSeconds = declared * frame.seconds
      return
    }
    onFrame?.(frame, all, at)
    if (recordsMarks && frames % MARK_EVERY === 0) marks.push({ second: seconds, byte: base + at })
    frames += 1
    seconds += frame.seconds
  }

  function appendHead(bytes: Uint8Array): void {
    if (head.length < HEAD_FRAMES) head.push(Uint8Array.from(bytes))
  }

  function end(): Walked {
    advance(new Uint8Array(), true)
    return { seconds, frames, lost, declaredSeconds, channels, head: Buffer.concat(head) }
  }
}

function startsFrameRun(frame: Frame, all: Uint8Array, at: number): boolean {
  let next = at + frame.bytes
  for (let count = 1; count < FRAMES_IN_A_ROW; count += 1) {
    const following = frameAt(all, next)
    if (!following || following.stream !== frame.stream) return false
    next += following.bytes
  }
  return true
}
