import { createHash } from 'node:crypto'

export function mix(from: string, to: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  const part = (at: number) => Math.round(channel(from, at) * (1 - share) + channel(to, at) * share)
  return `#${[1, 3, 5].map((at) => part(at).toString(16).padStart(2, '0')).join('')}`
}

/** Numbers in [0, 1) that depend on nothing but the key, so that a cover comes out the same on every machine. */
export function diceOf(key: string): () => number {
  let state = createHash('sha256').update(key).digest().readUInt32BE(0)
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function pick<Item>(items: readonly Item[], share: number): Item {
  const item = items[Math.floor(share * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** A coordinate for SVG, to a tenth of a pixel. */
export const round = (value: number): number => Math.round(value * 10) / 10
