import { atom, computed } from 'nanostores'
import { hexOf } from '#client/hex.ts'
import { upload as sendForm } from '#client/upload.ts'
import { isSound, SNIFF_BYTES, sniffFile, type FileKind } from '#contract/desk/uploads/sniff-file.ts'
import {
  deskFinishUpload,
  deskSendPart,
  deskStartUpload,
  deskUploadState,
  UPLOAD_PART_BYTES,
} from '#contract/desk/uploads/uploads.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { deskCall } from '../call.ts'

type ServerState = ReplyOf<typeof deskUploadState>
export type StoredFile = NonNullable<ServerState['file']>
/**
 * `checking` and `encoding`: the server works on it. `wrong`: the shop cannot use it, and `fault` says why. `stopped`: the line is
 * dead; it goes on by itself or by its button.
 */
export type Upload = {
  id: number
  name: string
  size: number
  sent: number
  state: 'waiting' | 'sending' | 'checking' | 'encoding' | 'stopped' | 'done' | 'wrong'
  /** Of `encoding`, where the server knows how long the sound is. */
  percent?: number | null | undefined
  fault?: string | undefined
}
type Job = { file: File; done: (stored: StoredFile, name: string) => void; stored?: StoredFile }
type Refusal = { ok: false; fault: string; isFinal: boolean }
type Sent = { ok: true; upload: string; at: ServerState } | Refusal

export const $uploads = atom<readonly Upload[]>([])
export const $whole = computed($uploads, (all) => {
  const counted = all.filter(({ state }) => state !== 'wrong')
  return {
    sent: counted.reduce((sum, { sent }) => sum + sent, 0),
    size: counted.reduce((sum, { size }) => sum + size, 0),
    isRunning: all.some(({ state }) => state !== 'done' && state !== 'wrong'),
  }
})
/** Between questions how far the server is: a short file is ready at once, a long one takes minutes. */
const FIRST_PAUSE_MS = 300
const MOST_PAUSE_MS = 3_000
const IS_PENDING: ReadonlySet<Upload['state']> = new Set(['waiting', 'sending', 'checking', 'encoding'])
const jobs = new Map<number, Job>()
let last = 0
let isRunning = false

const byName = new Intl.Collator(undefined, { numeric: true })

const isForTitle = (kind: FileKind, name: string): boolean => kind === 'picture' || isSound(kind, name)

/** Adds files in the order of the numbers in their names. `done` is called for each as the shop stored it. */
export async function addFiles(files: readonly File[], done: Job['done'], takes = isForTitle): Promise<void> {
  const ordered = files.toSorted((one, other) => byName.compare(one.name, other.name))
  for (const file of ordered) {
    // Taken before the wait: files that are dropped meanwhile are numbered too.
    const id = (last += 1)
    const { name, size } = file
    const kind = await kindOf(file)
    const isWrong = !takes(kind, name)
    if (!isWrong) jobs.set(id, { file, done })
    const upload: Upload = { id, name, size, sent: 0, state: isWrong ? 'wrong' : 'waiting' }
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
  handOver()
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
  // The next file is sent while the server works on this one.
  if (result.ok) void follow(id, result.upload, result.at)
  else end(id, result)
}

function end(id: number, { fault, isFinal }: Refusal): void {
  if (isFinal) jobs.delete(id)
  update(id, { state: isFinal ? 'wrong' : 'stopped', fault })
  handOver()
}

/** Asks how far the server is until it has the file or refuses it. */
async function follow(id: number, upload: string, first: ServerState): Promise<void> {
  let at = first
  for (let pause = FIRST_PAUSE_MS; at.state === 'waiting' || at.state === 'encoding'; pause *= 1.5) {
    update(id, { state: at.state === 'encoding' ? 'encoding' : 'checking', percent: at.percent })
    await new Promise((wake) => setTimeout(wake, Math.min(pause, MOST_PAUSE_MS)))
    if (!jobs.has(id)) return
    const result = await deskCall(deskUploadState, { upload })
    if (!result.ok) return end(id, { ok: false, fault: result.fault, isFinal: false })
    at = result.value
  }
  const job = jobs.get(id)
  if (!at.file) return end(id, { ok: false, fault: at.reason ?? 'notStored', isFinal: true })
  if (job) jobs.set(id, { ...job, stored: at.file })
  update(id, { state: 'checking' })
  handOver()
}

/** In the order of the list, which is that of the tracks: a file waits for those before it that are still on their way. */
function handOver(): void {
  for (const { id, state } of $uploads.get()) {
    const job = jobs.get(id)
    if (job?.stored) {
      jobs.delete(id)
      update(id, { state: 'done', sent: job.file.size })
      job.done(job.stored, job.file.name)
    } else if (IS_PENDING.has(state)) return
  }
}

async function sendFile(id: number, file: File): Promise<Sent> {
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
  if (finished.ok) return { ok: true, upload, at: finished.value }
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
    return hexOf(new Uint8Array(hash))
  } catch {
    return undefined
  }
}
