import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { randomHex } from '#client/hex.ts'
import { withLock } from '#client/with-lock.ts'
import { player } from '#contract/listening/listening.ts'
import type { ListenedPosition } from '#contract/library/library.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import { $session, $signOuts, accountOf, currentSession } from '../../accounts/session.ts'
import { retryLater } from '../../retry-later.ts'
import { markHeard } from '../progress-changed.ts'
import { $reportQueue, noteReported, type ProgressReport } from '../player-memory.ts'

// Progress reports [PL-3]: stored first, sent in order, and sent again until the server took them. So nothing that was heard without
// a network, or before a tab was killed, is lost [PL-6].

/** Enough for days without a network. Beyond it the oldest reports are dropped, because a later one says more. */
const MAX_REPORTS = 1_000
const MAX_MAPS = 20
/** A request without an end would keep the reports of all tabs waiting. */
const PATIENCE_MS = 30_000
/** Faults that stay: sending the same report again would get the same answer. */
const FINAL = new Set(['badInput', 'notFound', 'noAccess', 'tooLarge', 'wrongType', 'notServed'])

/** The position of another device of the listener, reported a moment ago [PL-9]. */
export const $otherDevicePosition = atom<{ titleId: number; position: ListenedPosition } | undefined>(undefined)

function write({ reports, maps }: ReturnType<typeof $reportQueue.get>): void {
  const newest = Object.fromEntries(Object.entries(maps).slice(-MAX_MAPS))
  $reportQueue.set({ reports: reports.slice(-MAX_REPORTS), maps: newest })
}

export const newId = (): string => randomHex(12)

let name = ''
/** The listener of the playing title, also after the server ended their session; nobody once they signed out. */
export function listenerName(): string {
  const now = $session.get()
  if (now.state === 'in') name = accountOf(now.session)
  return name
}

/** `at`: of a report about an earlier moment. */
export function report(what: Omit<ProgressReport, 'id' | 'who' | 'at'> & { at?: number }): void {
  const who = listenerName()
  if (!who) return
  const now = $reportQueue.get()
  write({ ...now, reports: [...now.reports, { at: Date.now(), ...what, id: newId(), who }] })
  void sendReports()
}

/** One tab sends at a time, so that the order holds. */
export const sendReports = (): Promise<void> => withLock('player-reports', send)
const retry = retryLater(() => void sendReports())

async function send(): Promise<void> {
  retry.cancel()
  if (!(await currentSession())) return
  for (let next = nextReport(); next; next = nextReport()) {
    const result = await call(player, inputOf(next), AbortSignal.timeout(PATIENCE_MS))
    if (!result.ok && !FINAL.has(result.fault)) {
      // Otherwise sent after the next sign-in.
      if (result.fault !== 'signedOut') retry.failed()
      return
    }
    retry.succeeded()
    const now = $reportQueue.get()
    const map =
      result.ok && next.request === 'initiate' && result.value.data
        ? { [next.play]: { map_key: result.value.data.map_key, map_id: result.value.data.map_id } }
        : {}
    write({ reports: now.reports.filter(({ id }) => id !== next?.id), maps: { ...now.maps, ...map } })
    if (next.request !== 'initiate') {
      if (result.ok) noteReported(next)
      markHeard()
    }
    const other = result.ok ? result.value.data?.other_place : undefined
    if (other) $otherDevicePosition.set({ titleId: next.product, position: other })
  }
}

function nextReport(): ProgressReport | undefined {
  const who = listenerName()
  return $reportQueue.get().reports.find((one) => one.who === who)
}

/** The API takes whole seconds: of a pause as a text, of a drag as a number. */
function inputOf({ id, play, at, request, product, track, pause, start }: ProgressReport): InputOf<typeof player> {
  const whole = pause === undefined ? undefined : Math.floor(pause)
  return {
    request_type: request,
    product_id: product,
    track_id: track,
    ...(request !== 'initiate' && $reportQueue.get().maps[play]),
    ...(whole !== undefined && { pause_seconds: request === 'drag' ? whole : String(whole) }),
    ...(start !== undefined && { start_seconds: Math.floor(start) }),
    event_id: id,
    event_at: at,
    sent_at: Date.now(),
  }
}

if (typeof window !== 'undefined') {
  $signOuts.listen(() => {
    name = ''
    retry.cancel()
  })
  $session.listen(({ state }) => {
    if (state === 'in') void sendReports()
  })
}
