import type { InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import {
  MAX_VERSIONS,
  type Mark,
  type MarkChange,
  type MarkedTitle,
  type MarkFault,
  type syncMarks,
} from '#contract/library/marks.ts'

/** `fault`: why the server refused it; it stays here and is sent again when it is changed, or when others make room for it. */
type PendingChange = MarkChange & { fault?: MarkFault | undefined }
/** The marks of one listener in this browser: as the server last told them, and what it has not heard of. */
export type MarksHere = {
  state?: number | undefined
  marks: Mark[]
  titles: MarkedTitle[]
  changes: PendingChange[]
}
export const NO_MARKS: MarksHere = { marks: [], titles: [], changes: [] }

export type MarkContent = Pick<
  MarkChange,
  'id' | 'product_id' | 'track_id' | 'seconds' | 'until' | 'note' | 'is_deleted'
>
export type ShownMark = Omit<MarkContent, 'is_deleted'> & {
  version: string
  fault?: MarkFault | undefined
  isPending: boolean
}

/** What the listener sees: the marks of the server with the changes of this browser, in the order of the tracks' seconds. */
export function shownMarks({ marks, changes }: MarksHere): ShownMark[] {
  const pending = new Map(changes.map((change) => [change.id, change]))
  const unchanged = marks.filter(({ id }) => !pending.has(id)).map((mark) => ({ ...mark, isPending: false }))
  const changed = changes.filter((one) => !one.is_deleted).map((change) => ({ ...change, isPending: true }))
  return [...unchanged, ...changed].toSorted(
    (one, other) => one.product_id - other.product_id || one.seconds - other.seconds,
  )
}

type Made = { version: string; now: number; seen?: readonly string[] }

/** One change waits for each mark: a later one takes the place of the one before, which may have arrived or not. */
export function changeHere(here: MarksHere, content: MarkContent, { version, now, seen = [] }: Made): MarksHere {
  const before = here.changes.find(({ id }) => id === content.id)
  const known = here.marks.find(({ id }) => id === content.id)
  const rest = here.changes.filter((one) => one !== before)
  // The server never had it.
  if (content.is_deleted && before?.fault && before.is_new) return { ...here, changes: rest }
  const last = before ? [before.version, ...before.based_on] : known ? [known.version] : []
  const isNew = before?.is_new ?? (!known && seen.length === 0)
  const change = {
    ...content,
    version,
    based_on: [...new Set([...last, ...seen])].slice(0, MAX_VERSIONS),
    is_new: isNew,
    changed_at: now,
  }
  const others = content.is_deleted ? rest.map(sentAgain) : rest
  return { ...here, changes: [...others, change] }
}

/** There may be room for it now. */
const sentAgain = (change: PendingChange): PendingChange =>
  change.fault === 'tooManyMarks' ? { ...change, fault: undefined } : change

/** What is sent next. */
export function requestOf(here: MarksHere, now: number, limit: number): InputOf<typeof syncMarks> {
  const changes = here.changes.flatMap(({ fault, ...change }) => (fault ? [] : [change])).slice(0, limit)
  return { sent_at: now, changes, ...(here.state !== undefined && { known: here.state }) }
}

type Reply = Pick<ReplyOf<typeof syncMarks>, 'state' | 'marks' | 'titles' | 'refused'>

/** What was changed here while the reply was on its way stays, and is sent next. */
export function takeReply(here: MarksHere, sent: readonly MarkChange[], reply: Reply): MarksHere {
  const versions = new Set(sent.map(({ version }) => version))
  const faults = new Map(reply.refused.map(({ id, fault }) => [id, fault]))
  // Another device removed some.
  const isFewer = reply.marks !== null && reply.marks.length < here.marks.length
  const changes = here.changes.flatMap((change) => {
    if (!versions.has(change.version)) return isFewer ? sentAgain(change) : change
    const fault = faults.get(change.id)
    return fault && fault !== 'removed' ? { ...change, fault } : []
  })
  const { state } = reply
  if (!reply.marks) return { ...here, state, changes }
  return { state, marks: reply.marks, titles: withOwn(reply.titles, here.titles, changes), changes }
}

/** Titles that only changes of this browser name are not in the reply. */
function withOwn(titles: MarkedTitle[], before: MarkedTitle[], changes: readonly PendingChange[]): MarkedTitle[] {
  return before.reduce((all, title) => {
    const isNamed = changes.some(({ product_id: id }) => id === title.id)
    return isNamed ? addTitle(all, title) : all
  }, titles)
}

/** Adds the names of a title, and of its tracks, to those that are known. */
export function addTitle(titles: MarkedTitle[], title: MarkedTitle): MarkedTitle[] {
  const known = titles.find(({ id }) => id === title.id)
  if (!known) return [...titles, title]
  const more = title.tracks.filter((track) => !known.tracks.some(({ id }) => id === track.id))
  if (more.length === 0) return titles
  return titles.map((one) => (one === known ? { ...known, tracks: [...known.tracks, ...more] } : one))
}
