import { atom, computed } from 'nanostores'
import { array, create, enums, integer, optional, record, string, type } from 'superstruct'
import { call } from '#client/browser-call.ts'
import { randomHex } from '#client/hex.ts'
import { withLock } from '#client/with-lock.ts'
import {
  Mark,
  MARK_FAULTS,
  MarkChange,
  MarkedTitle,
  MAX_CHANGES,
  MAX_NOTE,
  syncMarks,
  type MarkFault,
} from '#contract/library/marks.ts'
import { plainText } from '#contract/text/plain-text.ts'
import { storageKeys } from '#contract/storage.ts'
import { trackOf, type Playing } from '../../listening/player/state.ts'
import { listenerName } from '../../listening/player/progress-reports.ts'
import { $logOuts, $session, $signOuts, currentSession } from '../../accounts/session.ts'
import { persistentJson } from '../../persistent-json.ts'
import { readStored } from '../../persistent.ts'
import { retryLater } from '../../retry-later.ts'
import {
  addTitle,
  changeHere,
  NO_MARKS,
  requestOf,
  shownMarks,
  takeReply,
  type MarkContent,
  type MarksHere,
  type ShownMark,
} from './mark-queue.ts'

// Marks [RM-3]: stored first, sent when there is a network, and sent again until the server answered.

const PATIENCE_MS = 30_000

const Stored = record(
  string(),
  type({
    state: optional(integer()),
    marks: array(Mark),
    titles: array(MarkedTitle),
    changes: array(type({ ...MarkChange.schema, fault: optional(enums(MARK_FAULTS)) })),
  }),
)
type Everybody = Record<string, MarksHere>
const NOBODY: Everybody = {}
/** By listener, because a browser may have several. */
const $stored = persistentJson<Everybody>(storageKeys.marks, NOBODY, Stored)
/** Marks stay only as long as the page, because the storage of the browser is full or forbidden. */
export const $isUnsaved = atom(false)
/** How the last exchange with the server ended. */
export const $marksSync = atom<'none' | 'running' | 'done' | 'failed'>('none')
/** The mark that was made last: its note is open. */
export const $newMark = atom<string | undefined>(undefined)

const hereOf = (stored: Everybody): MarksHere => stored[listenerName()] ?? NO_MARKS
/** The marks of the listener, whether the server has them or not. */
export const $marks = computed([$stored, $session], (stored): ShownMark[] => shownMarks(hereOf(stored)))
export const $markedTitles = computed([$stored, $session], (stored): MarkedTitle[] => hereOf(stored).titles)

/** What another tab wrote a moment ago is not in the store of this one yet. */
function freshlyStored(): Everybody {
  if ($isUnsaved.get()) return $stored.get()
  try {
    return create(JSON.parse(readStored(storageKeys.marks) ?? '{}'), Stored)
  } catch {
    return $stored.get()
  }
}

function update(change: (here: MarksHere) => MarksHere): void {
  const who = listenerName()
  if (!who) return
  const stored = freshlyStored()
  const next = { ...stored, [who]: change(stored[who] ?? NO_MARKS) }
  $stored.set(next)
  $isUnsaved.set(readStored(storageKeys.marks) !== JSON.stringify(next))
}

function newUuid(): string {
  return randomHex(16).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

/** Only the names: descriptions of titles are long. */
function namesOf<Named extends { custom_translation: MarkedTitle['custom_translation'] }>({
  custom_translation: all,
}: Named) {
  const names = Object.entries(all).map(([locale, { name }]) => [locale, { name: name ?? null }])
  return { custom_translation: Object.fromEntries(names) as MarkedTitle['custom_translation'] }
}

function markedTitleOf(now: Playing): MarkedTitle {
  const { id, name, product_slug, product_audio_type } = now.title
  const track = trackOf(now)
  const tracks = track ? [{ id: track.id, position: track.position, name: track.title, ...namesOf(track) }] : []
  return { id, name, product_slug, product_audio_type, ...namesOf(now.title), tracks }
}

/** Marks a place of what plays. A second that is marked already gets no other mark: the note of that one opens. */
export function addMark(now: Playing, seconds: number): void {
  const track = trackOf(now)
  if (!track) return
  const isHere = (mark: ShownMark) => mark.track_id === track.id && Math.floor(mark.seconds) === Math.floor(seconds)
  const marked = shownMarks(hereOf(freshlyStored())).find(isHere)
  if (marked) return $newMark.set(marked.id)
  const id = newUuid()
  update((here) => ({ ...here, titles: addTitle(here.titles, markedTitleOf(now)) }))
  save({
    ...{ id, product_id: now.title.id, track_id: track.id },
    ...{ seconds: Math.floor(seconds * 10) / 10, until: null, note: '', is_deleted: false },
  })
  $newMark.set(id)
}

function save(content: MarkContent, seen?: readonly string[]): string {
  const version = newUuid()
  update((here) => changeHere(here, content, { version, now: Date.now(), ...(seen && { seen }) }))
  void sendMarks()
  return version
}

const contentOf = ({ id, product_id, track_id, seconds, until, note }: ShownMark): MarkContent => ({
  ...{ id, product_id, track_id, seconds, until, note },
  is_deleted: false,
})

/** Changes the note, or where the range ends. */
export function changeMark(mark: ShownMark, part: Partial<Pick<MarkContent, 'note' | 'until'>>): void {
  const { note = mark.note } = part
  save({ ...contentOf(mark), ...part, note: [...plainText(note)].slice(0, MAX_NOTE).join('') })
}
export const closeNewMark = (): void => $newMark.set(undefined)

/** Returns what brings it back, with its note. */
export function removeMark(mark: ShownMark): () => void {
  const version = save({ ...contentOf(mark), is_deleted: true })
  return () => void save(contentOf(mark), [version])
}

/** Sends what was changed here and gets what was changed elsewhere. One tab at a time. */
export const sendMarks = (): Promise<void> => withLock('marks', send)
const retry = retryLater(() => void sendMarks())

async function send(): Promise<void> {
  retry.cancel()
  if (!(await currentSession())) return
  const who = listenerName()
  $marksSync.set('running')
  for (let limit = MAX_CHANGES, isDone = false; !isDone;) {
    const request = requestOf(hereOf(freshlyStored()), Date.now(), limit)
    const result = await call(syncMarks, request, AbortSignal.timeout(PATIENCE_MS))
    // Somebody else signed in meanwhile.
    if (listenerName() !== who) return
    if (result.ok) {
      retry.succeeded()
      update((here) => takeReply(here, request.changes, result.value))
    } else if (result.fault !== 'badInput' && result.fault !== 'tooLarge') {
      $marksSync.set('failed')
      // Otherwise sent after the next sign-in.
      if (result.fault !== 'signedOut') retry.failed()
      return
    } else if (limit === 1) refuse(request.changes)
    // Of many one may be wrong: the others must not wait for it.
    else limit = 1
    isDone = result.ok && requestOf(hereOf($stored.get()), 0, 1).changes.length === 0
    if (!result.ok && request.changes.length === 0) return $marksSync.set('failed')
  }
  $marksSync.set('done')
}

function refuse(changes: readonly MarkChange[]): void {
  const refused = changes.map(({ id }) => ({ id, fault: 'notFound' as MarkFault }))
  update((here) => takeReply(here, changes, { state: here.state ?? 0, marks: null, titles: [], refused }))
}

if (typeof window !== 'undefined') {
  // In every tab: the listener left in one of them.
  $signOuts.listen(() => {
    retry.cancel()
    $newMark.set(undefined)
    $marksSync.set('none')
  })
  $logOuts.listen(() => $stored.set(NOBODY))
  $session.listen(({ state }) => {
    if (state === 'in') void sendMarks()
  })
}
