import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { hexOf } from '#client/hex.ts'
import { upload } from '#client/upload.ts'
import { sendRecordingPart, startRecording } from '#contract/auditions.ts'
import {
  AUDIO_EXTENSIONS,
  audioKindOf,
  AUDITION_PART_BYTES,
  beginsAs,
  extensionIn,
  HEAD_BYTES,
  recordingFault,
} from '#contract/fields/file-kinds.ts'

/** Bytes. `stopped`: the server keeps the received parts for a day. */
export type Progress =
  | { state: 'none' | 'preparing' }
  | { state: 'sending' | 'stopped' | 'sent'; sent: number; size: number }
type Faulty = { ok: false; fault: string; fields?: Record<string, string>; seconds?: number }
type Started = { ok: true; upload: string } | Faulty
type Sending = { id: string; file: File; at: number }

export const $recording = atom<File | undefined>(undefined)
export const $progress = atom<Progress>({ state: 'none' })

/** Pauses before automatic retries, which cover short interruptions. */
const RETRIES = [1_000, 3_000]
const PATIENCE_MS = 30_000

/** Sets the chosen file and returns its fault, before anything is sent. */
export async function chooseRecording(file: File | undefined): Promise<string | undefined> {
  $recording.set(file)
  $progress.set({ state: 'none' })
  return file && (recordingFault(file) ?? (await headFault(file)))
}

async function headFault(file: File): Promise<string | undefined> {
  const extension = extensionIn(file.name, AUDIO_EXTENSIONS)
  const head = new Uint8Array(
    await file
      .slice(0, HEAD_BYTES)
      .arrayBuffer()
      .catch(() => new ArrayBuffer(0)),
  )
  return extension && beginsAs(audioKindOf(extension), head) ? undefined : 'fileType'
}

/** Sends the chosen file from the offset that the server has. An upload of the same content is resumed, whenever it was started. */
export async function sendRecording(): Promise<Started> {
  const file = $recording.get()
  if (!file) return { ok: false, fault: 'badInput', fields: { recorded_file: 'required' } }
  $progress.set({ state: 'preparing' })
  const digest = await digestOf(file)
  // The file was moved or changed since it was chosen.
  if (!digest) return { ok: false, fault: 'fileType', fields: { recorded_file: 'fileType' } }
  let tries = 0
  for (;;) {
    const before = sentSoFar()
    const result = await goOn(file, digest)
    if (result.ok || result.fault !== 'offline') return showResult(result)
    if (sentSoFar() > before) tries = 0
    const pause = RETRIES[tries]
    if (pause === undefined) return showResult(result)
    tries += 1
    await new Promise((resolve) => setTimeout(resolve, pause))
    // Its listener signed out: it is not sent by the next one.
    if ($recording.get() !== file) return showResult({ ok: false, fault: 'signedOut' })
  }
}

const sentSoFar = (): number => {
  const now = $progress.get()
  return 'sent' in now ? now.sent : 0
}

function showResult(result: Started): Started {
  const now = $progress.get()
  if (result.ok) return result
  $progress.set('sent' in now && result.fault === 'offline' ? { ...now, state: 'stopped' } : { state: 'none' })
  return result
}

async function goOn(file: File, digest: string): Promise<Started> {
  const { name, size } = file
  const begun = await call(startRecording, { name, size, digest }, AbortSignal.timeout(PATIENCE_MS))
  if (!begun.ok) return begun
  const { upload: id, offset } = begun.value
  return sendParts({ id, file, at: offset })
}

async function sendParts({ id, file, at }: Sending): Promise<Started> {
  const { size } = file
  let offset = at
  while (offset < size) {
    $progress.set({ state: 'sending', sent: offset, size })
    const part = file.slice(offset, offset + AUDITION_PART_BYTES)
    const from = offset
    const result = await upload(sendRecordingPart, { upload: id, offset }, part, (sent) =>
      $progress.set({ state: 'sending', sent: from + sent, size }),
    )
    if (!result.ok) {
      // The bytes of the failed part may not have arrived.
      $progress.set({ state: 'sending', sent: from, size })
      return result
    }
    offset = result.value.offset
  }
  $progress.set({ state: 'sent', sent: size, size })
  return { ok: true, upload: id }
}

async function digestOf(file: File): Promise<string | undefined> {
  try {
    const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return hexOf(new Uint8Array(hash))
  } catch {
    return undefined
  }
}
