import { audioTime, claimAudio, pauseAudio, playAudio, seekAudio, unloadAudio } from '#client/audio/audio-element.ts'
import { savePosition } from './saved-positions.ts'
import { newId, report } from './progress-reports.ts'
import { wakeUp } from './sleep-timer.ts'
import { restoreSpeed } from './speeds.ts'
import { $isLoaded, $player, $playerTime, $playing, $undo, trackOf, type PlayerFault, type Playing } from './state.ts'
import { addressOf, type Address, type Title } from './title.ts'

/** The sound of whole titles: what sounds, what the server hears of it, and how a lost network is got over (design 8). */

/** An address this close to its end starts nothing. */
const MARGIN_MS = 10_000
/** D4: a new title is begun this long after the old one was paused. */
const INITIATE_AFTER_MS = 100
const AGAIN_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const
const MOST_TRIES = 12
/** A jump that is worth a way back. */
const JUMP_SECONDS = 20
const SETTLED_MS = 600
/** The time of a sound is told several times a second: an address that was refused is not asked for at each. */
const LOOK_AGAIN_MS = 5_000

/** The present play, as the server is told of it; none while the sound rests. */
let play: { id: string; title: number; track: number } | undefined
let leftAt = 0
let leftTitle = 0
/** Each start makes answers to older ones late. */
let generation = 0
let tries = 0
let jumping: { from: number; now: Playing; timer: ReturnType<typeof setTimeout> } | undefined
let ahead: { key: string; askedAt: number; address?: Address & { ok: true } } | undefined

export const playing = (): Playing | undefined => $playing.get()

export function keepPlace(): void {
  const now = playing()
  const track = now && trackOf(now)
  if (now && track) savePosition(now.title.id, track.id, $playerTime.get().seconds)
}

/** Tells that the present play stopped here. A change of track ends it, another title pauses it (D4). */
export function leave(how: 'pause' | 'end'): void {
  settle()
  keepPlace()
  if (!play) return
  report({ play: play.id, product: play.title, track: play.track, request: how, pause: $playerTime.get().seconds })
  leftAt = Date.now()
  leftTitle = play.title
  play = undefined
}

/** The sound has begun: the server hears of a play. */
export function enter(): void {
  const now = playing()
  const track = now && trackOf(now)
  if (play || !now || !track) return
  const mine = { id: newId(), title: now.title.id, track: track.id }
  play = mine
  const start = $playerTime.get().seconds
  const tell = () => report({ play: mine.id, product: mine.title, track: mine.track, request: 'initiate', start })
  const early = leftTitle === mine.title ? 0 : leftAt + INITIATE_AFTER_MS - Date.now()
  if (early > 0) setTimeout(tell, early)
  else tell()
}

/** Now and then, so that another device goes on near here even when this one is never heard of again. */
export function tellPlace(): void {
  keepPlace()
  if (play)
    report({
      play: play.id,
      product: play.title,
      track: play.track,
      request: 'pause',
      pause: $playerTime.get().seconds,
    })
}

function lost(): void {
  const now = $player.get()
  $isLoaded.set(false)
  leave('pause')
  generation += 1
  if (now.state !== 'idle') $player.set({ ...now, state: 'paused' })
}

export function fail(fault: PlayerFault): void {
  const now = playing()
  leave('pause')
  $isLoaded.set(false)
  if (now) $player.set({ state: 'faulty', fault, title: now.title, index: now.index })
}

/** Loads a title without a sound: the listener presses play when they want. */
export function cue(title: Title, index: number, seconds: number): void {
  generation += 1
  $isLoaded.set(false)
  $player.set({ state: 'paused', title, index })
  $playerTime.set({ seconds, length: title.tracks[index]?.track_length ?? 0 })
  restoreSpeed(title.id)
}

/** Plays a track from a second. With an address that was fetched ahead nothing is awaited: phones stop otherwise. */
export async function startTrack(title: Title, index: number, seconds: number): Promise<void> {
  const track = title.tracks[index]
  if (!track) return
  const before = playing()
  if (before) leave(before.title.id === title.id ? 'end' : 'pause')
  generation += 1
  tries = 0
  $isLoaded.set(false)
  $player.set({ state: 'loading', title, index })
  $playerTime.set({ seconds, length: track.track_length })
  restoreSpeed(title.id)
  await sound(generation)
}

/** Brings the present track to sound from the present second. */
async function sound(mine: number): Promise<void> {
  const now = playing()
  const track = now && trackOf(now)
  if (!now || !track) return
  const { seconds } = $playerTime.get()
  const early = ahead?.key === track.key ? ahead.address : undefined
  const known = early && early.expiresAt - MARGIN_MS > Date.now() ? early : undefined
  ahead = undefined
  const found = known ?? (await addressOf(now.title, track.key))
  if (mine !== generation) return
  if (!found.ok)
    return found.fault === 'offline' || found.fault === 'failed' ? again(mine, found.fault) : fail(found.fault)
  claimAudio('title', lost)
  $isLoaded.set(true)
  const played = await playAudio(found.address, seconds)
  if (mine !== generation) return
  if (played === 'refused') {
    leave('pause')
    $player.set({ state: 'faulty', fault: 'refused', title: now.title, index: now.index })
  }
  if (played === 'failed') await again(mine, 'failed')
}

/** A cut: the same second is tried again, later and later, and at once when the network is back (PL-8). */
export async function again(mine = generation, fault: PlayerFault = 'failed'): Promise<void> {
  const now = playing()
  if (!now || mine !== generation) return
  // A source that fails is told twice, by its event and by the refused play.
  const next = (generation += 1)
  $isLoaded.set(false)
  if (tries >= MOST_TRIES) return fail(fault)
  $player.set({ state: 'waiting', title: now.title, index: now.index })
  keepPlace()
  await networkOr(AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)] ?? 0)
  tries += 1
  if (next === generation) await sound(next)
}

function networkOr(ms: number): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms)
    window.addEventListener(
      'online',
      () => {
        clearTimeout(timer)
        done()
      },
      { once: true },
    )
  })
}

export const isSounding = (): void => void (tries = 0)

export function rest(): void {
  generation += 1
  const now = $player.get()
  if (now.state === 'loading' || now.state === 'waiting') $player.set({ ...now, state: 'paused' })
  pauseAudio()
}

/** Goes on where it rests. */
export async function goOn(): Promise<void> {
  const now = playing()
  if (!now) return
  generation += 1
  tries = 0
  wakeUp()
  if (!$isLoaded.get()) {
    $player.set({ state: 'loading', title: now.title, index: now.index })
    return sound(generation)
  }
  const mine = generation
  claimAudio('title', lost)
  const played = await playAudio()
  if (played === 'failed') await again(mine)
}

/** To a second of the present track, at once; several jumps in a row are told as one. Far ones can be taken back. */
export function jump(to: number): void {
  const now = playing()
  if (!now) return
  const { seconds, length } = $playerTime.get()
  const target = Math.max(0, Math.min(to, length))
  clearTimeout(jumping?.timer)
  jumping = { from: jumping?.from ?? seconds, now, timer: setTimeout(settle, SETTLED_MS) }
  $playerTime.set({ seconds: target, length })
  if ($isLoaded.get()) seekAudio(target)
  keepPlace()
}

/** A slider that is dragged and a key that is held make many jumps. */
function settle(): void {
  const jumped = jumping
  jumping = undefined
  clearTimeout(jumped?.timer)
  const now = playing()
  if (!jumped || !now || now.index !== jumped.now.index || now.title.id !== jumped.now.title.id) return
  const { seconds: to } = $playerTime.get()
  if (Math.abs(to - jumped.from) >= JUMP_SECONDS) $undo.set({ ...now, seconds: jumped.from })
  if (play)
    report({ play: play.id, product: play.title, track: play.track, request: 'drag', pause: jumped.from, start: to })
}

/** Near the end of a track the next one's address is fetched. */
export async function lookAhead({ title, index }: Playing): Promise<void> {
  const next = title.tracks[index + 1]
  if (!next || (ahead?.key === next.key && (ahead.address || Date.now() - ahead.askedAt < LOOK_AGAIN_MS))) return
  const asked = (ahead = { key: next.key, askedAt: Date.now() })
  const address = await addressOf(title, next.key)
  if (ahead === asked && address.ok) ahead = { ...asked, address }
}

export function takeTime(): void {
  const { seconds, length } = audioTime()
  // Between two sources the element says 0; the track's own length is known before its metadata.
  if ($isLoaded.get() && (length > 0 || seconds > 0))
    $playerTime.set({ seconds, length: length || $playerTime.get().length })
}

export function clear(): void {
  generation += 1
  if (playing()) leave('pause')
  if ($isLoaded.get()) unloadAudio()
  $isLoaded.set(false)
  ahead = undefined
  $undo.set(undefined)
  $player.set({ state: 'idle' })
}
