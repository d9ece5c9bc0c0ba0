import { atom, computed } from 'nanostores'
import { upload as sendForm } from '#client/upload.ts'
import { isSound, SNIFF_BYTES, sniffFile, type FileKind } from '#contract/desk/sniff-file.ts'
import { deskFinishUpload, deskSendPart, deskStartUpload, UPLOAD_PART_BYTES } from '#contract/desk/uploads.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { deskCall } from '../call.ts'

export type StoredFile = ReplyOf<typeof deskFinishUpload>
/** `wrong`: the shop cannot use it, and `fault` says what it is. `stopped`: the line is dead; it goes on by itself or by its button. */
export type Upload = {
  id: number
  name: string
  size: number
  sent: number
  state: 'waiting' | 'sending' | 'checking' | 'stopped' | 'done' | 'wrong'
  fault?: string | undefined
}
type Job = { file: File; done: (stored: StoredFile, name: string) => void }
type Result = { ok: true; stored: StoredFile } | { ok: false; fault: string; isFinal: boolean }

export const $uploads = atom<readonly Upload[]>([])
export const $whole = computed($uploads, (all) => {
  const counted = all.filter(({ state }) => state !== 'wrong')
  return {
    sent: counted.reduce((sum, { sent }) => sum + sent, 0),
    size: counted.reduce((sum, { size }) => sum + size, 0),
    isRunning: all.some(({ state }) => state !== 'done' && state !== 'wrong'),
  }
})
const jobs = new Map<number, Job>()
let last = 0
let isRunning = false

const byName = new Intl.Collator(undefined, { numeric: true })

/** Adds files in the order of the numbers in their names. `done` is called for each as the shop stored it. */
export async function addFiles(files: readonly File[], done: Job['done']): Promise<void> {
  const ordered = files.toSorted((one, other) => byName.compare(one.name, other.name))
  for (const file of ordered) {
    last += 1
    const { name, size } = file
    const kind = await kindOf(file)
    const isWrong = kind !== 'picture' && !isSound(kind, name)
    if (!isWrong) jobs.set(last, { file, done })
    const upload: Upload = { id: last, name, size, sent: 0, state: isWrong ? 'wrong' : 'waiting' }
    $uploads.set([...$uploads.get(), { ...upload, ...(isWrong && { fault: kind }) }])
  }
  void run()
}

/** Another try for what was stopped; the server knows how far it came. */
export function continueUploads(): void {
  for (const { id, state } of $uploads.get())
    if (state === 'stopped') update(id, { state: 'waiting', fault: undefined })
  void run()
}

export function forgetUpload(id: number): void {
  jobs.delete(id)
  $uploads.set($uploads.get().filter((upload) => upload.id !== id))
}

function update(id: number, change: Partial<Upload>): void {
  $uploads.set($uploads.get().map((upload) => (upload.id === id ? { ...upload, ...change } : upload)))
}

async function run(): Promise<void> {
  if (isRunning) return
  isRunning = true
  for (let next = waiting(); next; next = waiting()) await sendOne(next.id)
  isRunning = false
}

const waiting = () => $uploads.get().find(({ state }) => state === 'waiting')

async function sendOne(id: number): Promise<void> {
  const job = jobs.get(id)
  if (!job) return forgetUpload(id)
  const result = await sendFile(id, job.file)
  if (result.ok) {
    jobs.delete(id)
    update(id, { state: 'done', sent: job.file.size })
    job.done(result.stored, job.file.name)
  } else if (result.isFinal) {
    jobs.delete(id)
    update(id, { state: 'wrong', fault: result.fault })
  } else update(id, { state: 'stopped', fault: result.fault })
}

async function sendFile(id: number, file: File): Promise<Result> {
  const fingerprint = await fingerprintOf(file)
  // The file was moved or changed since it was chosen.
  if (!fingerprint) return { ok: false, fault: 'fileGone', isFinal: true }
  const begun = await deskCall(deskStartUpload, { name: file.name, size: file.size, fingerprint })
  if (!begun.ok)
    return { ok: false, fault: begun.fault, isFinal: begun.fault === 'fileSize' || begun.fault === 'badInput' }
  const { upload, offset } = begun.value
  const fault = await sendParts(id, file, upload, offset)
  if (fault) return { ok: false, fault, isFinal: fault === 'fileGone' }
  update(id, { state: 'checking', sent: file.size })
  const finished = await deskCall(deskFinishUpload, { upload })
  if (finished.ok) return { ok: true, stored: finished.value }
  const isFinal = finished.fault === 'wrongFile'
  return { ok: false, fault: (isFinal && finished.fields?.['file']) || finished.fault, isFinal }
}

/** Returns the fault, or nothing when the server has the whole file. */
async function sendParts(id: number, file: File, upload: string, from: number): Promise<string | undefined> {
  let offset = from
  while (offset < file.size) {
    const start = offset
    update(id, { state: 'sending', sent: start })
    const part = file.slice(start, start + UPLOAD_PART_BYTES)
    const digest = await digestOf(part)
    if (!digest) return 'fileGone'
    const result = await sendForm(deskSendPart, { upload, offset: start, digest }, part, (sent) =>
      update(id, { sent: start + sent }),
    )
    if (!result.ok) {
      update(id, { sent: start })
      return result.fault
    }
    offset = result.value.offset
  }
  return undefined
}

async function kindOf(file: File): Promise<FileKind> {
  const head = await file
    .slice(0, SNIFF_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  return sniffFile(new Uint8Array(head))
}

const ENDS = 64 * 1024

/** The same file has the same one in every visit; hashing all of it would need all of it in memory. */
function fingerprintOf(file: File): Promise<string | undefined> {
  const facts = JSON.stringify([file.name, file.size, file.lastModified])
  return digestOf(new Blob([facts, file.slice(0, ENDS), file.slice(-ENDS)]))
}

async function digestOf(blob: Blob): Promise<string | undefined> {
  try {
    const hash = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return undefined
  }
}
