import { expect, it } from 'vitest'
import { momentOf, takeChange, type StoredMark } from '#contract/library/mark-merge.ts'
import type { MarkChange } from '#contract/library/marks.ts'
import {
  changeHere,
  NO_MARKS,
  requestOf,
  shownMarks,
  takeReply,
  type MarkContent,
  type MarksHere,
} from '#stores/library/marks/mark-queue.ts'

/** `SEED=7 RUNS=1` plays one history again. */
const FIRST = Number(process.env['SEED'] ?? 1)
const RUNS = Number(process.env['RUNS'] ?? 300)
const STEPS = 120
const START = Date.UTC(2026, 10, 23)

type Request = ReturnType<typeof requestOf>
type Device = { here: MarksHere; clock: number }
type Version = { id: string; at: number; before: string | undefined; note: string; isDeleted: boolean }

/** The same numbers for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed * 7919
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * below)
  }
}

/** The server in small: as `src/server/library/marks.ts`, without a database. */
class SmallServer {
  readonly marks = new Map<string, StoredMark>()
  state = 0
  reply({ changes, sent_at: sentAt, known }: Request, now: number) {
    for (const change of changes) {
      const before = this.marks.get(change.id)
      const after = takeChange(before, change, momentOf(change.changed_at, sentAt, now))
      if (after === before) continue
      this.marks.set(change.id, after)
      this.state += 1
    }
    const marks = [...this.marks.values()]
      .filter((mark) => !mark.is_deleted)
      .map(({ versions: [version = ''], ...mark }) => ({ ...mark, version }))
    return { state: this.state, marks: this.state === known ? null : marks, titles: [], refused: [] }
  }
}

/** Devices that lose requests and replies, and whose requests come late and twice. */
class History {
  readonly random: (below: number) => number
  readonly server = new SmallServer()
  readonly devices: Device[]
  /** Everything that was ever changed, by its version. */
  readonly versions = new Map<string, Version>()
  private readonly late: Request[] = []
  private readonly hasWildClocks: boolean
  private count = 0
  /** Repeated requests that changed something. */
  changedTwice = 0
  now = START
  constructor(seed: number, hasWildClocks: boolean) {
    this.random = randomFrom(seed)
    this.hasWildClocks = hasWildClocks
    // Clocks that are wrong from the beginning do no harm.
    this.devices = [0, 5_000_000_000, -90_000_000].map((clock) => ({ here: NO_MARKS, clock }))
  }

  step(): void {
    this.now += 1 + this.random(60_000)
    const device = this.devices[this.random(this.devices.length)]
    if (!device) return
    const kind = this.random(10)
    if (kind < 4) return this.change(device)
    if (kind < 8) return this.send(device)
    if (kind === 8) return this.repeat()
    if (this.hasWildClocks) device.clock = (this.random(3) - 1) * this.random(400) * 86_400_000
  }

  private change(device: Device): void {
    const shown = shownMarks(device.here)
    const mark = this.random(3) > 0 ? shown[this.random(shown.length)] : undefined
    this.count += 1
    const note = `note ${this.count}`
    const isDeleted = mark !== undefined && this.random(4) === 0
    const content: MarkContent = mark
      ? { ...contentOf(mark), note, is_deleted: isDeleted }
      : { id: `m${this.count}`, product_id: 1, track_id: 1, seconds: this.count, until: null, note, is_deleted: false }
    const version = `v${this.count}`
    const before = [...device.here.changes, ...device.here.marks].find(({ id }) => id === content.id)
    device.here = changeHere(device.here, content, { version, now: this.now + device.clock })
    this.versions.set(version, { id: content.id, at: this.now, before: before?.version, note, isDeleted })
  }

  private send(device: Device): void {
    const request = requestOf(device.here, this.now + device.clock, 3)
    const fate = this.random(4)
    // What hangs somewhere seems to be newer than it is: it belongs to the wild clocks.
    if (fate === 0) return void (this.hasWildClocks && this.late.push(request))
    const reply = this.server.reply(request, this.now)
    if (fate === 1) return void this.late.push(request)
    device.here = takeReply(device.here, request.changes, reply)
  }

  /** A request that hung somewhere, or is sent by a proxy again; nobody waits for its reply. */
  private repeat(): void {
    const request = this.late[this.random(this.late.length)]
    if (!request) return
    const before = structuredClone([...this.server.marks])
    const isKnown = request.changes.every((one) => this.server.marks.get(one.id)?.versions.includes(one.version))
    this.server.reply(request, this.now)
    if (isKnown && JSON.stringify([...this.server.marks]) !== JSON.stringify(before)) this.changedTwice += 1
  }

  /** All devices come online and stay. */
  settle(): void {
    for (const request of this.late) this.server.reply(request, (this.now += 1))
    for (let round = 0; round < 60; round += 1)
      for (const device of this.devices) {
        const request = requestOf(device.here, (this.now += 1) + device.clock, 3)
        device.here = takeReply(device.here, request.changes, this.server.reply(request, this.now))
      }
  }
}

function contentOf({ id, product_id, track_id, seconds, until }: Omit<MarkContent, 'is_deleted'>) {
  return { id, product_id, track_id, seconds, until }
}

function historyOf(seed: number, hasWildClocks: boolean): History {
  const history = new History(seed, hasWildClocks)
  for (let step = 0; step < STEPS; step += 1) history.step()
  history.settle()
  return history
}

const seeds = Array.from({ length: RUNS }, (_, index) => FIRST + index)
/** Each history with its seed, so that a failure can be played again. */
function everyHistory(hasWildClocks: boolean, check: (history: History) => void): void {
  for (const seed of seeds)
    try {
      check(historyOf(seed, hasWildClocks))
    } catch (error) {
      throw new Error(`SEED=${seed} RUNS=1`, { cause: error })
    }
}
const versionsOf = ({ versions }: History, id: string) => [...versions].filter(([, one]) => one.id === id)
const finalOf = ({ server }: History, id: string): string => server.marks.get(id)?.versions[0] ?? ''
const idsOf = ({ versions }: History) => [...new Set([...versions.values()].map(({ id }) => id))]

it.each([false, true])(
  '[RM-3] all devices end with the same marks, none waits, and no repeated request changes anything; wild clocks: %s',
  (isWild) => {
    everyHistory(isWild, ({ devices, server, changedTwice }) => {
      expect(changedTwice).toBe(0)
      const [first, ...others] = devices.map(({ here }) => shownMarks(here))
      for (const other of others) expect(other).toEqual(first)
      expect(devices.flatMap(({ here }) => here.changes)).toEqual([])
      expect(first?.map(({ id }) => id).toSorted()).toEqual(
        [...server.marks.values()].flatMap((mark) => (mark.is_deleted ? [] : mark.id)).toSorted(),
      )
    })
  },
)

it('[RM-3] the newest change of each mark wins, and what nobody deleted is there', () => {
  everyHistory(false, (history) => {
    for (const id of idsOf(history)) {
      const newest = versionsOf(history, id).toSorted(([, one], [, other]) => other.at - one.at)[0]
      const stored = history.server.marks.get(id)
      expect([id, stored?.is_deleted, stored?.note]).toEqual([
        id,
        newest?.[1].isDeleted,
        newest?.[1].isDeleted ? '' : newest?.[1].note,
      ])
    }
  })
})

it('[RM-3] whatever the clocks do, no change loses to one that its listener had seen, and no moment lies ahead', () => {
  everyHistory(true, (history) => {
    const { server, now } = history
    for (const id of idsOf(history)) {
      const final = finalOf(history, id)
      const later = versionsOf(history, id).filter(([, { before }]) => before === final)
      expect(later.map(([version]) => version)).toEqual([])
      expect(server.marks.get(id)?.changed_at).toBeLessThanOrEqual(now)
    }
  })
})

const change = (more: Partial<MarkChange>): MarkChange => ({
  ...{ id: 'm', product_id: 1, track_id: 2, seconds: 3, until: null, note: 'n', is_deleted: false },
  ...{ version: 'v', based_on: [], is_new: true, changed_at: 0 },
  ...more,
})

it('[RM-3] a clock far ahead or set back moves nothing beyond the clock of the server', () => {
  expect(momentOf(9e15, START, START)).toBe(START)
  expect(momentOf(0, START, START)).toBe(START - 366 * 86_400_000)
  const ahead = takeChange(undefined, change({ version: 'a' }), momentOf(9e15, 5, START))
  const after = takeChange(ahead, change({ version: 'b', note: 'later' }), momentOf(50, 60, START + 1_000))
  expect([after.note, after.changed_at]).toEqual(['later', START + 990])
})

it('[RM-3] a deleted mark keeps no note, an end before its beginning is none, and its track stays', () => {
  const first = takeChange(undefined, change({ version: 'a', until: 2 }), START)
  expect(first.until).toBeNull()
  const gone = takeChange(first, change({ version: 'b', based_on: ['a'], is_deleted: true, track_id: 9 }), START)
  expect(gone).toMatchObject({ is_deleted: true, note: '', track_id: 2, changed_at: START + 1 })
})
