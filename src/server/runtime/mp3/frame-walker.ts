import { frameAt, notedFrames, tagLengthAt, type Frame } from './frame.ts'

/** What the frames of a file say. `lost` are bytes between frames that belong to none; `noted` is what its own header claims, in seconds. */
export type Walked = {
  seconds: number
  frames: number
  lost: number
  noted: number
  /** Start of the sound, to be decoded as a proof. */ head: Uint8Array
}
export type Walker = {
  push(bytes: Uint8Array): void
  end(): Walked
  /** Second and byte of each eighth frame. */ marks: Mark[]
}
export type Mark = { second: number; byte: number }

/** Frames in a row that make a beginning: single headers turn up in any noise. */
const IN_A_ROW = 3
/** Three of the longest frames there are. */
const LOOK_AHEAD = 6_000
const HEAD_FRAMES = 24
const MARK_EVERY = 8

/** Walks the frames of an mp3 that comes in pieces; `total` is its length in bytes. Headers of the file are not believed. */
export function createWalker(total: number, { keepsMarks = false } = {}): Walker {
  let rest: Uint8Array = new Uint8Array()
  let base = 0
  let skip = 0
  let seconds = 0
  let frames = 0
  let lost = 0
  let strayed = 0
  let noted = 0
  let stream: number | undefined
  const head: Uint8Array[] = []
  const marks: Mark[] = []

  return { push: (bytes) => advance(bytes, false), end, marks }

  function advance(bytes: Uint8Array, isLast: boolean): void {
    const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    let at = 0
    while (at < all.length - (isLast ? 3 : LOOK_AHEAD)) {
      if (skip > 0) at += leap(all.length - at)
      else at += step(all, at)
    }
    base += at
    rest = all.subarray(at)
  }

  function leap(most: number): number {
    const bytes = Math.min(skip, most)
    skip -= bytes
    return bytes
  }

  /** Bytes to go on by: a tag, a frame, or one that belongs to nothing. */
  function step(all: Uint8Array, at: number): number {
    const tag = tagLengthAt(all, at)
    // A tag that claims to be longer than the file has a wrong header: what stands behind it is looked at.
    if (tag > 0 && base + at + tag < total) {
      skip = tag
      return 0
    }
    const frame = frameAt(all, at)
    if (!frame || !isRight(frame, all, at)) return stray()
    take(frame, all, at)
    return frame.bytes
  }

  function isRight(frame: Frame, all: Uint8Array, at: number): boolean {
    if (base + at + frame.bytes > total) return false
    if (strayed === 0 && frame.stream === stream) return true
    return isRow(frame, all, at)
  }

  function stray(): number {
    strayed += 1
    return 1
  }

  function take(frame: Frame, all: Uint8Array, at: number): void {
    if (frames > 0) lost += strayed
    strayed = 0
    stream = frame.stream
    const claim = frames === 0 && noted === 0 ? notedFrames(all, at) : undefined
    keepHead(all.subarray(at, at + frame.bytes))
    if (claim !== undefined) {
      noted = claim * frame.seconds
      return
    }
    if (keepsMarks && frames % MARK_EVERY === 0) marks.push({ second: seconds, byte: base + at })
    frames += 1
    seconds += frame.seconds
  }

  function keepHead(bytes: Uint8Array): void {
    if (head.length < HEAD_FRAMES) head.push(Uint8Array.from(bytes))
  }

  function end(): Walked {
    advance(new Uint8Array(), true)
    return { seconds, frames, lost, noted, head: Buffer.concat(head) }
  }
}

function isRow(frame: Frame, all: Uint8Array, at: number): boolean {
  let next = at + frame.bytes
  for (let count = 1; count < IN_A_ROW; count += 1) {
    const following = frameAt(all, next)
    if (!following || following.stream !== frame.stream) return false
    next += following.bytes
  }
  return true
}
