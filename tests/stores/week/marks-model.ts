import { SLOW_MS } from './line.ts'

/** What a mark holds; of a deleted one nothing is known but that. */
export type Content = { seconds: number; until: number | null; note: string }
export type Value = Content | 'deleted'

type Edit = {
  value: string
  /** As the device named it: what is brought back reads like what was deleted. Not known of what all agreed on. */
  version: string | undefined
  at: number
  device: string
  /** Those that the listener saw when they made it, and what these replaced. */
  over: Set<Edit>
  /** Its device was cleared before the shop confirmed it: it may have arrived, or not. */
  isCleared: boolean
  /** A clock was moved while it waited: its age is not known. */
  isAgeless: boolean
}
/** The shop knows how long a change waited, not how long it travelled: closer ones have no certain order. */
const JOURNEY_MS = SLOW_MS + 1_000

type Mark = { edits: Edit[]; mayBeRefused: boolean }
type Seen = { value: Value; version: string | undefined }
type Change = Seen & { at: number; device: string }

export const textOf = (value: Value): string =>
  value === 'deleted' ? value : JSON.stringify([value.seconds, value.until, value.note])

/**
 * The marks of one listener: what they changed, on which device, and what they saw there when they did. A change of what is there
 * counts; of two that did not know of each other, the newer one does. Nothing that was made is lost, and nothing is there twice.
 */
export class MarksModel {
  readonly marks = new Map<string, Mark>()

  add(id: string, change: Change & { hasRight: boolean }): void {
    this.marks.set(id, { edits: [], mayBeRefused: !change.hasRight })
    this.change(id, { ...change, seen: undefined })
  }

  change(id: string, change: Change & { seen: Seen | undefined }): void {
    const mark = this.marks.get(id)
    if (!mark) return
    const isSeen = ({ value, version }: Edit) =>
      change.seen && value === textOf(change.seen.value) && [undefined, change.seen.version].includes(version)
    const seen = mark.edits.findLast(isSeen)
    // What the device waits to send is replaced by this, whatever it showed.
    const own = mark.edits.findLast(({ device }) => device === change.device)
    const over = new Set([seen, own].flatMap((edit) => (edit ? [edit, ...edit.over] : [])))
    const { at, device, version } = change
    mark.edits.push({ value: textOf(change.value), version, at, device, over, isCleared: false, isAgeless: false })
  }

  /** The listener left the device before the shop had these. */
  clear(device: string, ids: readonly string[]): void {
    for (const edit of this.editsOf(device, ids)) edit.isCleared = true
  }

  /** What the title of these cost was paid back before the shop had them: it may refuse them, and the device says so. */
  endRight(ids: readonly string[]): void {
    for (const id of ids) {
      const mark = this.marks.get(id)
      if (mark) mark.mayBeRefused = true
    }
  }

  moveClock(device: string, ids: readonly string[]): void {
    for (const edit of this.editsOf(device, ids)) edit.isAgeless = true
  }

  private editsOf(device: string, ids: readonly string[]): Edit[] {
    return ids.flatMap((id) => this.marks.get(id)?.edits.filter((edit) => edit.device === device) ?? [])
  }

  /** What a mark may hold once all devices have met; empty for one that must not be there. */
  allowed(id: string): Set<string> {
    const mark = this.marks.get(id)
    if (!mark) return new Set()
    const { edits } = mark
    const replaced = new Set(edits.filter(({ isCleared }) => !isCleared).flatMap(({ over }) => [...over]))
    const last = edits.filter((edit) => !replaced.has(edit))
    const isCertain = edits.every(({ isCleared, isAgeless }) => !isCleared && !isAgeless)
    const newestAt = Math.max(...last.map(({ at }) => at))
    const newest = last.filter(({ at }) => newestAt - at <= JOURNEY_MS)
    const values = new Set((isCertain ? newest : last).map(({ value }) => value))
    if (mark.mayBeRefused || edits.every(({ isCleared }) => isCleared)) values.add('deleted')
    return values
  }

  /** All devices agree on this: what was before is over. */
  settle(id: string, value: string): void {
    const mark = this.marks.get(id)
    if (!mark) return
    if (value === 'deleted') return void this.marks.delete(id)
    const nobody = { version: undefined, at: 0, device: '', over: new Set<Edit>() }
    this.marks.set(id, { edits: [{ value, ...nobody, isCleared: false, isAgeless: false }], mayBeRefused: false })
  }
}
