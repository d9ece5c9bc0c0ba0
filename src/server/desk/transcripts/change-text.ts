import type { AuditAction } from '#contract/desk/staff/audit-actions.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import type { DeskTranscript } from '#contract/desk/transcripts.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { StaffCaller } from '../../http/staff.ts'
import { overlayOf } from '../../import/recorded-texts/read-texts.ts'
import type { Failure } from '../../runtime/failure.ts'
import { parseMediaOverlay } from '../../transcripts/formats/media-overlay.ts'
import { EPUB_FILE, parseText } from '../../transcripts/formats/parse-text.ts'
import type { Parsed, ParseFailure } from '../../transcripts/formats/parsed.ts'
import {
  cuesOf,
  findText,
  removeText,
  saveText,
  textById,
  type StoredText,
} from '../../transcripts/store-transcripts.ts'
import { rememberChange } from '../history/remember.ts'
import { inCatalog } from '../in-catalog.ts'
import { fits, setAccess, shiftCues, spliceCues } from './edit-text.ts'
import { recordingsOf, wholeText, type FoundRecording } from './recordings.ts'
import { stateOf, targetOf, wholeUndo, type Undo } from './restore.ts'

type Context = Pick<AppContext, 'db' | 'now'>
type Saved = { transcript: DeskTranscript; notes: string[]; change: number }
type Input<
  Name extends
    | 'deskTranscriptUpload'
    | 'deskTranscriptLines'
    | 'deskTranscriptShift'
    | 'deskTranscriptAccess'
    | 'deskTranscriptRemove',
> = InputOf<(typeof endpoints)[Name]>
type Refusal = Failure<'notFound' | 'changedMeanwhile' | 'wrongLines'>

/** Brings in the text of a recording in the place of the one that the editor saw. */
export async function uploadText(
  context: Context,
  staff: StaffCaller,
  input: Input<'deskTranscriptUpload'>,
): Promise<Saved | Failure<'notFound' | 'wrongFile' | 'changedMeanwhile'>> {
  return inCatalog<Saved | Failure<'notFound' | 'wrongFile' | 'changedMeanwhile'>>(context, async (inner) => {
    const recording = await findRecording(inner, input)
    if (!recording) return { fault: 'notFound' }
    const parsed = parsedFile(input, recording)
    if ('fault' in parsed)
      return { fault: 'wrongFile', fields: { file: parsed.fault, ...(parsed.line && { line: String(parsed.line) }) } }
    const { product_id: productId, track_id: trackId, sample } = recording
    const of = trackId === null ? { productId, sample: sample ?? 0 } : { productId, trackId }
    const before = await findText(inner, of, input.locale)
    if (before?.revision !== input.revision) return { fault: 'changedMeanwhile' }
    const undo = await wholeUndo(inner, before)
    await saveText(inner, of, input.locale, parsed)
    const after = await findText(inner, of, input.locale)
    if (!after) throw new Error('the text was not stored')
    const remembered = await remember(context, inner, staff, {
      action: before ? 'replace text' : 'add text',
      recording,
      before,
      after,
      undo,
    })
    return saved(inner, after.id, remembered, parsed.notes)
  })
}

async function findRecording(
  db: Db,
  { track_id, title_id, sample }: Input<'deskTranscriptUpload'>,
): Promise<FoundRecording | undefined> {
  if (track_id === undefined) {
    const all = title_id === undefined ? [] : await recordingsOf(db, title_id)
    return all.find((one) => one.sample !== null && one.sample === sample)
  }
  const [track] = await db.query<{ product_id: number }>('select product_id from current_tracks where id = $1', [
    track_id,
  ])
  return track && (await recordingsOf(db, track.product_id)).find((one) => one.track_id === track_id)
}

function parsedFile(
  { name, content, locale }: Input<'deskTranscriptUpload'>,
  { key, place, tracks }: FoundRecording,
): Parsed | ParseFailure {
  const bytes = Buffer.from(content, 'base64')
  if (!EPUB_FILE.test(name)) return parseText(name, bytes, locale)
  const book = parseMediaOverlay(bytes)
  if (!(book instanceof Map)) return book
  const found = book.size === 1 ? [...book.values()][0] : overlayOf(book, { audio: key, at: place, of: tracks })
  return found ?? { fault: 'noOverlay' }
}

async function saved(db: Db, id: number, remembered: number, notes: string[] = []): Promise<Saved> {
  const transcript = await wholeText(db, id)
  if (!transcript) throw new Error('the text is gone')
  return { transcript, notes, change: remembered }
}

type Remembered = {
  action: AuditAction
  recording: FoundRecording
  before: StoredText | undefined
  after: StoredText | undefined
  undo: Undo
}

async function remember({ now }: Context, inner: Db, staff: StaffCaller, done: Remembered): Promise<number> {
  const { action, recording, before, after, undo } = done
  const locale = (after ?? before)?.locale ?? 'en'
  const target = targetOf({ product: recording.product_id, key: recording.key, locale })
  await noteAction(inner, now(), action, target, {}, staff.name)
  return rememberChange(inner, now(), {
    staff,
    area: 'transcripts',
    action,
    target,
    label: `${recording.name || recording.key} (${locale})`,
    before: { state: stateOf(before), undo },
    after: stateOf(after),
  })
}

/** Changes a text that is still the one the editor saw. `work` says how to take it back, or `wrongLines`. */
async function change(
  context: Context,
  staff: StaffCaller,
  { id, revision }: { id: number; revision: number },
  action: AuditAction,
  work: (inner: Db, text: StoredText) => Promise<Undo | 'wrongLines'>,
): Promise<Saved | Refusal> {
  return inCatalog<Saved | Refusal>(context, async (inner) => {
    const before = await textById(inner, id)
    const recording =
      before &&
      (await recordingsOf(inner, before.product_id)).find(
        (one) => one.track_id === before.track_id && one.sample === before.sample,
      )
    if (!recording) return { fault: 'notFound' }
    if (before.revision !== revision) return { fault: 'changedMeanwhile' }
    const undo = await work(inner, before)
    if (undo === 'wrongLines') return { fault: 'wrongLines' }
    const after = await textById(inner, id)
    const remembered = await remember(context, inner, staff, { action, recording, before, after, undo })
    return saved(inner, id, remembered)
  })
}

export function changeLines(context: Context, staff: StaffCaller, input: Input<'deskTranscriptLines'>) {
  return change(context, staff, input, 'edit text', async (inner, text) => {
    const { from, count, cues } = input
    const [all, old] = [
      await cuesOf(inner, text.id, Math.max(0, from - 1), count + 2),
      await cuesOf(inner, text.id, from, count),
    ]
    const before = from > 0 ? all[0] : undefined
    const [after] = await cuesOf(inner, text.id, from + count, 1)
    const given = cues.map(({ speaker, ...cue }) => ({ ...cue, ...(speaker && { speaker }) }))
    const isWithin = old.length === count && (from === 0 || before !== undefined)
    // A text without a line is removed, not emptied.
    const isEmptied = given.length === 0 && before === undefined && after === undefined
    if (!isWithin || isEmptied || !fits(text, given, before, after)) return 'wrongLines'
    await spliceCues(inner, text.id, from, count, given)
    return { kind: 'lines', from, count: given.length, cues: old }
  })
}

export function shiftText(context: Context, staff: StaffCaller, input: Input<'deskTranscriptShift'>) {
  return change(context, staff, input, 'shift text', async (inner, { id }) => {
    const { from, milliseconds } = input
    if (!(await shiftCues(inner, id, from, milliseconds))) return 'wrongLines'
    return { kind: 'shift', from, milliseconds: -milliseconds }
  })
}

export function changeAccess(context: Context, staff: StaffCaller, input: Input<'deskTranscriptAccess'>) {
  return change(context, staff, input, 'text access', async (inner, { id, is_timed, track_id }) => {
    const { is_public: isPublic, open_from: openFrom, open_to: openTo } = input
    const isNone = openFrom === null && openTo === null
    const isPart = is_timed && track_id !== null && openFrom !== null && openTo !== null && openTo > openFrom
    if (!isNone && !isPart) return 'wrongLines'
    await setAccess(inner, id, { isPublic, openFrom, openTo })
    return { kind: 'access' }
  })
}

export async function removeTranscript(context: Context, staff: StaffCaller, input: Input<'deskTranscriptRemove'>) {
  return inCatalog<{ change: number } | Failure<'notFound' | 'changedMeanwhile'>>(context, async (inner) => {
    const before = await textById(inner, input.id)
    const recording =
      before &&
      (await recordingsOf(inner, before.product_id)).find(
        (one) => one.track_id === before.track_id && one.sample === before.sample,
      )
    if (!recording) return { fault: 'notFound' }
    if (before.revision !== input.revision) return { fault: 'changedMeanwhile' }
    const undo = await wholeUndo(inner, before)
    await removeText(inner, before.id)
    const done = { action: 'remove text' as const, recording, before, after: undefined, undo }
    return { change: await remember(context, inner, staff, done) }
  })
}
