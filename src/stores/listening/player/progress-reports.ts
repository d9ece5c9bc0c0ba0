import {
  array,
  create,
  defaulted,
  integer,
  number,
  optional,
  record,
  string,
  type,
  enums,
  type Infer,
} from 'superstruct'
import { atom } from 'nanostores'
import { call } from '#client/browser.ts'
import { inTurn } from '#client/with-lock.ts'
import { keep, kept } from '#client/storage.ts'
import { player } from '#contract/listening.ts'
import type { ListenedPlace } from '#contract/library.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { storageKeys } from '#contract/storage.ts'
import { $session, whoIsIn } from '../../accounts/session.ts'

/**
 * What the player tells the server (PL-3): kept first, sent in order, again until it was taken. So nothing that was heard
 * without a network, or before a tab was killed, is lost (PL-6).
 */
const Report = type({
  id: string(),
  /** Whose it is: another listener of this browser must not send it as theirs. */
  who: string(),
  /** One play of one track; its map comes with the answer to `initiate`. */
  play: string(),
  at: integer(),
  request: enums(['initiate', 'pause', 'end', 'drag']),
  product: integer(),
  track: integer(),
  pause: optional(number()),
  start: optional(number()),
})
const PlayMap = type({ map_key: string(), map_id: integer() })
const Kept = type({ reports: defaulted(array(Report), []), maps: defaulted(record(string(), PlayMap), {}) })
type Report = Infer<typeof Report>
type Kept = Infer<typeof Kept>

/** Enough for days without a network; beyond it the oldest pauses go, because a later one says more. */
const MOST_REPORTS = 1_000
const MOST_MAPS = 20
const AGAIN_MS = [2_000, 5_000, 15_000, 60_000, 300_000] as const
/** The server knows better than we do: sending the same again changes nothing. */
const FINAL = new Set(['badInput', 'notFound', 'noAccess', 'tooLarge', 'wrongType', 'notServed'])

/** Another device of the listener was elsewhere a moment ago (PL-9). */
export const $otherPlace = atom<{ titleId: number; place: ListenedPlace } | undefined>(undefined)

let waiting: ReturnType<typeof setTimeout> | undefined
let tried = 0

function read(): Kept {
  try {
    return create(JSON.parse(kept(storageKeys.playerReports) ?? '{}'), Kept)
  } catch {
    return { reports: [], maps: {} }
  }
}

function write({ reports, maps }: Kept): void {
  const newest = Object.fromEntries(Object.entries(maps).slice(-MOST_MAPS))
  keep(storageKeys.playerReports, JSON.stringify({ reports: reports.slice(-MOST_REPORTS), maps: newest }))
}

export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

let name = ''
/** Whose sound this is. Somebody whose session ends while a title plays is still who listened. */
export function listenerName(): string {
  const now = $session.get()
  if (now.state === 'in') name = now.session.userEmail || now.session.userMobile
  return name
}

/** Seconds are told whole (D7). */
export function report(what: Omit<Report, 'id' | 'who' | 'at'>): void {
  const who = listenerName()
  if (!who) return
  const now = read()
  write({ ...now, reports: [...now.reports, { ...what, id: newId(), who, at: Date.now() }] })
  void sendReports()
}

/** One tab sends at a time, so that the order holds. */
export const sendReports = (): Promise<void> => inTurn('player-reports', send)

async function send(): Promise<void> {
  clearTimeout(waiting)
  if (!(await whoIsIn())) return
  for (let next = nextOf(); next; next = nextOf()) {
    const made = await call(player, inputOf(next))
    if (!made.ok && !FINAL.has(made.fault)) return tryLater(made.fault)
    tried = 0
    const now = read()
    const map =
      made.ok && next.request === 'initiate' && made.value.data
        ? { [next.play]: { map_key: made.value.data.map_key, map_id: made.value.data.map_id } }
        : {}
    write({ reports: now.reports.filter(({ id }) => id !== next?.id), maps: { ...now.maps, ...map } })
    // Pages that show how much was heard ask anew.
    if (next.request !== 'initiate') document.dispatchEvent(new CustomEvent('shop:heard'))
    const other = made.ok ? made.value.data?.other_place : undefined
    if (other) $otherPlace.set({ titleId: next.product, place: other })
  }
}

function nextOf(): Report | undefined {
  const who = listenerName()
  return read().reports.find((one) => one.who === who)
}

/** A pause with text, a drag with numbers: as the specification has it (D7). */
function inputOf({ id, play, at, request, product, track, pause, start }: Report): InputOf<typeof player> {
  const whole = pause === undefined ? undefined : Math.floor(pause)
  return {
    request_type: request,
    product_id: product,
    track_id: track,
    ...(request !== 'initiate' && read().maps[play]),
    ...(whole !== undefined && { pause_seconds: request === 'drag' ? whole : String(whole) }),
    ...(start !== undefined && { start_seconds: Math.floor(start) }),
    event_id: id,
    event_at: at,
    sent_at: Date.now(),
  }
}

function tryLater(fault: string): void {
  // Whoever was signed out sends them after signing in.
  if (fault === 'signedOut') return
  waiting = setTimeout(() => void sendReports(), AGAIN_MS[Math.min(tried, AGAIN_MS.length - 1)])
  tried += 1
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => void sendReports())
  $session.listen(({ state }) => {
    if (state === 'in') void sendReports()
  })
}
