import { atom, map } from 'nanostores'
import { call } from '#client/browser.ts'
import { addressOf } from '#client/call.ts'
import {
  askToPersist,
  canKeep,
  dropSound,
  dropSounds,
  keepDetails,
  keepPage,
  keepSound,
  keptPages,
  keptSounds,
  type KeepFailure,
  type KeptEntry,
  type KeptPage,
} from '#client/offline/offline-copies.ts'
import { keepTrack as keepTrackRow, type KeptSound } from '#contract/offline.ts'
import { productDetails } from '#contract/catalog.ts'
import { sampleSignedUrl, titleUrl } from '#contract/listening.ts'

export type KeepFault = Exclude<KeepFailure, 'stopped'> | 'noAccess' | 'signedOut' | 'impossible'
/** `part`: 0 to 1. */
export type Keeping = { state: 'keeping'; part: number } | { state: 'kept' } | { state: 'failed'; fault: KeepFault }
/** What a button offers to keep; the key of a track is the server's to tell. */
export type Wanted = Omit<KeptSound, 'bytes' | 'key'> & { key?: string | undefined }

/** By `nameOf` of what is kept or on its way. */
export const $keeping = map<Record<string, Keeping | undefined>>({})
export const $sounds = atom<readonly KeptEntry[] | undefined>(undefined)
export const $pages = atom<readonly KeptPage[] | undefined>(undefined)

const underWay = new Map<string, AbortController>()

/** A sound as buttons and stores know it. */
export const nameOf = ({ kind, key, trackId }: Pick<Wanted, 'kind' | 'key' | 'trackId'>): string =>
  kind === 'sample' ? `sample ${key}` : `track ${trackId}`

export async function loadSounds(): Promise<void> {
  const sounds = await keptSounds()
  $sounds.set(sounds)
  const kept = new Set(sounds.map(({ sound }) => nameOf(sound)))
  for (const name of kept) $keeping.setKey(name, { state: 'kept' })
  for (const [name, now] of Object.entries($keeping.get()))
    if (now?.state === 'kept' && !kept.has(name)) $keeping.setKey(name, undefined)
}

export async function loadPages(): Promise<void> {
  $pages.set(await keptPages())
}

/** Keeps; a press while that is under way stops it, and one on what is kept removes it. */
export async function toggleKeep(wanted: Wanted): Promise<void> {
  const name = nameOf(wanted)
  const now = $keeping.get()[name]
  if (now?.state === 'keeping') return underWay.get(name)?.abort()
  if (now?.state === 'kept') return dropNamed(name)
  const stop = new AbortController()
  underWay.set(name, stop)
  $keeping.setKey(name, { state: 'keeping', part: 0 })
  const failure = await keep(wanted, stop.signal)
  underWay.delete(name)
  $keeping.setKey(
    name,
    !failure ? { state: 'kept' } : failure === 'stopped' ? undefined : { state: 'failed', fault: failure },
  )
  await loadSounds()
}

type Failed = KeepFault | 'stopped' | undefined

async function keep(wanted: Wanted, signal: AbortSignal): Promise<Failed> {
  if (!(await canKeep())) return 'impossible'
  const found = await (wanted.kind === 'sample' ? sampleOf(wanted) : trackOf(wanted))
  if (!found.ok) return found.fault
  await askToPersist()
  const name = nameOf(wanted)
  const tell = (part: number) => !signal.aborted && $keeping.setKey(name, { state: 'keeping', part })
  const failure = await keepSound({ address: found.address, sound: { ...wanted, key: found.key }, tell, signal })
  if (!failure) void keepPage(wanted.href)
  return failure
}

type Found = { ok: true; address: string; key: string } | { ok: false; fault: KeepFault }
const lost = (fault: string): Found => ({
  ok: false,
  fault: fault === 'offline' || fault === 'signedOut' || fault === 'noAccess' ? fault : 'failed',
})

async function sampleOf({ key = '' }: Wanted): Promise<Found> {
  const made = await call(sampleSignedUrl, { map_url: key })
  return made.ok ? { ok: true, address: made.value.data.signed_url, key } : lost(made.fault)
}

/** The server says whether the title is free; nothing else of a listener is ever kept. */
async function trackOf({ titleId = 0, trackId }: Wanted): Promise<Found> {
  const details = await call(productDetails, { id: titleId })
  if (!details.ok) return lost(details.fault)
  const key = details.value.product_details[0]?.producttracks.find(({ id }) => id === trackId)?.key ?? ''
  const made = await call(keepTrackRow, { url: titleUrl(titleId), key })
  if (!made.ok) return lost(made.fault)
  const failure = await keepDetails(addressOf(productDetails, { id: titleId }).path, details.value)
  return failure
    ? { ok: false, fault: failure === 'stopped' ? 'failed' : failure }
    : { ok: true, address: made.value.data.signed_url, key }
}

async function dropNamed(name: string): Promise<void> {
  const entry = (await keptSounds()).find(({ sound }) => nameOf(sound) === name)
  if (entry) await drop(entry)
}

export async function drop(entry: KeptEntry): Promise<void> {
  await dropSound(entry)
  await loadSounds()
}

export async function dropAll(): Promise<void> {
  await dropSounds()
  await loadSounds()
}

/** Bytes of all sounds that are kept. */
export const bytesOf = (sounds: readonly KeptEntry[]): number => sounds.reduce((sum, { sound }) => sum + sound.bytes, 0)
