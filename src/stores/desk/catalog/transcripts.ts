import {
  deskTranscript,
  deskTranscriptAccess,
  deskTranscriptLines,
  deskTranscriptRemove,
  deskTranscripts,
  deskTranscriptShift,
  deskTranscriptSound,
  deskTranscriptUpload,
  type DeskRecording,
  type DeskTranscript,
} from '#contract/desk/transcripts.ts'
import type { InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import type { Locale } from '#contract/text/locale.ts'
import { deskCall, undoChange } from '../call.ts'
import { createLoadable } from '../loadable.ts'
import { base64Of } from '../shop/files.ts'

type Of<Input> = Omit<Input, 'id' | 'revision'>
type Saved = { ok: true; value: ReplyOf<typeof deskTranscriptUpload> }
type Refused = { ok: false; fault: string; fields?: Record<string, string> }

/** The recordings of a title and which texts they have. */
export const textsOfTitle = createLoadable(async (signal, id: number) => deskCall(deskTranscripts, { id }, signal))

/** The text that is edited. */
export const editedText = createLoadable(async (signal, id: number) => {
  const result = await deskCall(deskTranscript, { id }, signal)
  return result.ok ? { ok: true, value: result.value.transcript } : result
})

const current = (): DeskTranscript | undefined => {
  const now = editedText.$loadable.get()
  return now.state === 'ready' ? now.value : undefined
}

/** Shows what was saved, in the editor and in the list. Somebody else's change is read again, and the edit is refused. */
async function taken(result: Saved | Refused): Promise<Saved | Refused> {
  if (result.ok) {
    const { transcript } = result.value
    editedText.replace((before) => (before.id === transcript.id ? transcript : before))
    textsOfTitle.replace((title) => ({
      ...title,
      recordings: title.recordings.map((one) => withText(one, transcript)),
    }))
  } else if (result.fault === 'changedMeanwhile') await readAgain()
  return result
}

function withText(recording: DeskRecording, text: DeskTranscript): DeskRecording {
  if (recording.track_id !== text.track_id || recording.sample !== text.sample) return recording
  const others = recording.transcripts.filter(({ locale }) => locale !== text.locale)
  const transcripts = [...others, text].toSorted((a, b) => a.locale.localeCompare(b.locale))
  return { ...recording, transcripts }
}

async function readAgain(): Promise<void> {
  const title = textsOfTitle.$loadable.get()
  const text = current()
  await Promise.all([title.state === 'ready' && textsOfTitle.load(title.value.id), text && editedText.load(text.id)])
}

type Row = typeof deskTranscriptLines | typeof deskTranscriptShift | typeof deskTranscriptAccess
/** The fault of a second press: it would meet the revision of the first. */
export const BUSY = 'busy'
let isSending = false

async function send<R extends Row>(row: R, input: Of<InputOf<R>>): Promise<Saved | Refused> {
  const text = current()
  if (!text || isSending) return { ok: false, fault: text ? BUSY : 'notFound' }
  const { id, revision } = text
  isSending = true
  try {
    return await taken(await deskCall(row, { ...input, id, revision } as InputOf<R>))
  } finally {
    isSending = false
  }
}

export const changeLines = (input: Of<InputOf<typeof deskTranscriptLines>>) => send(deskTranscriptLines, input)
export const shiftLines = (input: Of<InputOf<typeof deskTranscriptShift>>) => send(deskTranscriptShift, input)
export const changeAccess = (input: Of<InputOf<typeof deskTranscriptAccess>>) => send(deskTranscriptAccess, input)

/** Brings in the text of a recording from a file, in the place of the one that is shown. */
export async function uploadText(
  titleId: number,
  { track_id, sample, transcripts }: DeskRecording,
  locale: Locale,
  file: File,
): Promise<Saved | Refused> {
  const before = transcripts.find((one) => one.locale === locale)
  const recording = track_id === null ? { title_id: titleId, sample: sample ?? 0 } : { track_id }
  return taken(
    await deskCall(deskTranscriptUpload, {
      ...recording,
      locale,
      name: file.name,
      content: await base64Of(file),
      ...(before && { revision: before.revision }),
    }),
  )
}

/** Returns the change that takes it back, or the fault. */
export async function removeText({ id, revision }: { id: number; revision: number }): Promise<number | string> {
  const result = await deskCall(deskTranscriptRemove, { id, revision })
  if (result.ok || result.fault === 'changedMeanwhile') await readAgain()
  return result.ok ? result.value.change : result.fault
}

/** Takes a change back; returns the fault. */
export async function undoText(change: number): Promise<string | undefined> {
  const fault = await undoChange(change)
  await readAgain()
  return fault
}

/** Where the recording of a text can be heard for a while; undefined when the server does not say. */
export async function addressOfText(id: number): Promise<string | undefined> {
  const result = await deskCall(deskTranscriptSound, { id })
  return result.ok ? result.value.address : undefined
}
