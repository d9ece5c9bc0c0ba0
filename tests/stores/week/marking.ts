import type { ShownMark } from '../../../src/stores/library/marks/mark-queue.ts'
import type { Device } from './device.ts'
import type { Value } from './marks-model.ts'
import { hasRight } from './people.ts'
import { personOn, type Week } from './week.ts'

const valueOf = ({ seconds, until, note }: ShownMark): Value => ({ seconds, until, note })
const seenOf = (mark: ShownMark) => ({ value: valueOf(mark), version: mark.version })
let notes = 0
/** Names who wrote it, so that nobody else may be shown it. */
const newNote = (name: string): string => `«${name}» ${(notes += 1)}`

function noteChange(week: Week, device: Device, before: ShownMark | 'deleted', after: Value, id: string): void {
  const seen = before === 'deleted' ? { value: before, version: undefined } : seenOf(before)
  const version = device.page.marks.$marks.get().find((one) => one.id === id)?.version
  const change = { value: after, version, at: week.simulation.now, device: device.name, seen }
  personOn(week, device)?.marks.change(id, change)
}

/** Marks what plays, and says something about it. In a second that is marked already the note of that mark opens instead. */
export function addMark(week: Week, device: Device): void {
  const person = personOn(week, device)
  const { $playing, $playerTime } = device.page.playerState
  const now = $playing.get()
  const { marks } = device.page
  if (!person || !now) return
  const marked = new Set(marks.$marks.get().map(({ id }) => id))
  marks.addMark(now, $playerTime.get().seconds)
  const id = marks.$newMark.get()
  const added = marks.$marks.get().find((one) => one.id === id)
  if (!added) return
  const [at, isRightful] = [week.simulation.now, hasRight(week.catalog, person, now.title.id, week.simulation.now)]
  if (!marked.has(added.id))
    person.marks.add(added.id, { ...seenOf(added), at, device: device.name, hasRight: isRightful })
  if (week.chance.percent(70)) changeMark(week, device, added)
}

function changeMark(week: Week, device: Device, mark: ShownMark): void {
  const person = personOn(week, device)
  if (!person) return
  const until = week.chance.percent(30) ? mark.seconds + 1 + week.chance.below(60) : mark.until
  const note = newNote(person.name)
  device.page.marks.changeMark(mark, { note, until })
  noteChange(week, device, mark, { seconds: mark.seconds, until, note }, mark.id)
}

const anyMark = (week: Week, device: Device) => week.chance.of(device.page.marks.$marks.get())

export function editMark(week: Week, device: Device): void {
  const mark = anyMark(week, device)
  if (mark) changeMark(week, device, mark)
}

/** Some are brought back a moment later. */
export function deleteMark(week: Week, device: Device): void {
  const mark = anyMark(week, device)
  const person = personOn(week, device)
  if (!mark || !person) return
  const undo = device.page.marks.removeMark(mark)
  noteChange(week, device, mark, 'deleted', mark.id)
  if (week.chance.percent(40))
    device.later(week.chance.between(500, 8_000), () => {
      if (device.isLeft || personOn(week, device) !== person) return
      // Somebody else's change may have come meanwhile: the listener brings back what they saw.
      undo()
      noteChange(week, device, 'deleted', valueOf(mark), mark.id)
    })
}

/** Ids of what a device has not sent, of all its listeners. */
export function unsentMarks(device: Device): string[] {
  const stored = JSON.parse(device.local.getItem('marks') ?? '{}') as Record<string, { changes: { id: string }[] }>
  return Object.values(stored).flatMap(({ changes }) => changes.map(({ id }) => id))
}
