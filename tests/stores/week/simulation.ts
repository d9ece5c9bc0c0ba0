/** The time of a simulated week, and what is to happen at which moment of it. */
type Happening = { at: number; order: number; run: () => unknown }

/** Set before the tests of a file replace it. */
const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
/** Turns of the event loop in which nothing is awaited that is not simulated. */
const CALM_TURNS = 4

export class Simulation {
  now: number
  /** Work of the real machine, as encryption, that a page waits for. */
  busy = 0
  private readonly happenings: Happening[] = []
  private order = 0

  constructor(now: number) {
    this.now = now
  }

  /** Returns what takes it back. */
  at(moment: number, run: () => unknown): () => void {
    const happening = { at: Math.max(moment, this.now), order: (this.order += 1), run }
    this.happenings.push(happening)
    return () => {
      const place = this.happenings.indexOf(happening)
      if (place >= 0) this.happenings.splice(place, 1)
    }
  }

  in(ms: number, run: () => unknown): () => void {
    return this.at(this.now + ms, run)
  }

  /** Everything that is due up to then happens, one thing after the other. */
  async runUntil(moment: number): Promise<void> {
    for (let next = this.take(moment); next; next = this.take(moment)) {
      this.now = next.at
      await next.run()
      await this.settle()
    }
    this.now = Math.max(this.now, moment)
  }

  /** Until pages have done what needs no time. */
  async settle(): Promise<void> {
    for (let calm = 0; calm < CALM_TURNS; calm += 1) {
      await nextTurn()
      if (this.busy > 0) calm = -1
    }
  }

  private take(moment: number): Happening | undefined {
    const due = this.happenings.filter(({ at }) => at <= moment)
    const [first] = due.toSorted((one, other) => one.at - other.at || one.order - other.order)
    if (first) this.happenings.splice(this.happenings.indexOf(first), 1)
    return first
  }
}

export type Chance = {
  /** A whole number from 0 to below it. */
  below: (limit: number) => number
  between: (from: number, to: number) => number
  /** True that many times of a hundred. */
  percent: (times: number) => boolean
  of: <Item>(items: readonly Item[]) => Item | undefined
}

/** The same sequence for the same seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    between: (from, to) => from + below(to - from),
    percent: (times) => next() * 100 < times,
    of: (items) => items[below(items.length)],
  }
}
