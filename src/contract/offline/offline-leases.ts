import { array, boolean, integer, min, object, optional, size, string, type, type Infer } from 'superstruct'
import { DAY_MS } from '../time/day.ts'
import { endpoint } from '../http/endpoint.ts'
import { Id, status } from '../fields/wire-fields.ts'

/** The right to an offline copy of a title: until when it may play without asking the server again. */

/** The server is asked at least this often. */
export const LEASE_MS = 30 * DAY_MS
/** The slowest speed of the player: a chapter that began in time is heard to its end. */
const SLOWEST = 0.5
/** Moments are stored when they are this much later than the last: a chapter asks for its bytes every few seconds. */
const STEP_MS = 60_000

/** What the server signs. Moments are milliseconds since 1970 by its clock. */
export const OfflineLease = type({ title: integer(), listener: integer(), at: integer(), until: integer() })
export type OfflineLease = Infer<typeof OfflineLease>

/** A lease as it is sent and stored: its JSON and the signature in base64url, and the public key that it is checked with. */
export const SignedLease = type({ text: string(), signature: string(), key: string() })
export type SignedLease = Infer<typeof SignedLease>

export const mayStart = ({ until }: Pick<OfflineLease, 'until'>, now: number): boolean => now <= until
/** The chapter that plays when the right ends. */
export const mayContinue = ({ until }: Pick<OfflineLease, 'until'>, seconds: number, now: number): boolean =>
  now <= until + (seconds * 1000) / SLOWEST

/** The lease, if its signature is good. */
export async function openLease({ text, signature, key }: SignedLease): Promise<OfflineLease | undefined> {
  try {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
    const open = await crypto.subtle.importKey('spki', bytesOf(key), algorithm, false, ['verify'])
    const isSigned = await crypto.subtle.verify(algorithm, open, bytesOf(signature), new TextEncoder().encode(text))
    const lease: unknown = isSigned ? JSON.parse(text) : undefined
    return OfflineLease.is(lease) ? lease : undefined
  } catch {
    return undefined
  }
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/** What this browser knows of the time: the latest moment that it has seen, and how far its own clock is from the server's. */
const SeenTime = type({ latest: integer(), offset: integer() })
type SeenTime = Infer<typeof SeenTime>
type TimeStore = Pick<Cache, 'match' | 'put'>

/** Key of what is known of the time; there is none before a title is saved. */
export const TIME_PATH = '/offline-copies/time'

/** A clock that is set back changes nothing: the latest moment that was ever seen counts. */
const timeNow = ({ latest, offset }: SeenTime, clock: number): number => Math.max(latest, clock + offset)

async function readSeenTime(store: TimeStore): Promise<SeenTime> {
  const stored: unknown = await (await store.match(TIME_PATH))?.json().catch(() => undefined)
  return SeenTime.is(stored) ? stored : { latest: 0, offset: 0 }
}

/** The time now, which counts from here on. `heard`: a moment that a server named. */
export async function seeTime(store: TimeStore, clock: number, heard = 0): Promise<number> {
  const seen = await readSeenTime(store)
  const now = Math.max(timeNow(seen, clock), heard)
  if (now >= seen.latest + STEP_MS) await storeTime(store, { ...seen, latest: now })
  return now
}

/** A disk without room for the time keeps nobody from hearing what is saved, and another write says that it is full. */
async function storeTime(store: TimeStore, seen: SeenTime): Promise<void> {
  await store.put(TIME_PATH, Response.json(seen)).catch(() => undefined)
}

/** The server's own word in a reply that no cache holds, also when this browser believed to be later. */
export async function setTime(store: TimeStore, clock: number, server: number): Promise<void> {
  await storeTime(store, { latest: server, offset: server - clock })
}

export const offlineLeases = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/offline-leases/',
  input: object({ product_ids: size(array(Id), 1, 100) }),
  reply: type({
    status,
    /** Milliseconds since 1970 by the server's clock. */
    now: min(integer(), 0),
    /** Titles that the listener may not hear whole are left out: their copies are removed. */
    leases: array(
      type({
        product_id: integer(),
        lease: SignedLease,
        /** The lease ends with a plan, and not because it must be renewed. */
        ends_with_plan: boolean(),
        /** Of all tracks in each edition. */
        bytes: type({ full: integer(), light: optional(integer()) }),
      }),
    ),
  }),
  summary: 'Until when offline copies of titles may play',
})
