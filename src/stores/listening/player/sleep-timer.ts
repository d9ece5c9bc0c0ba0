import { atom } from 'nanostores'
import { audioElement, setAudioVolume } from '#client/audio/audio-element.ts'
import { readFromTab, saveInTab, takeFromTab } from '#client/tab-storage.ts'
import { storageKeys } from '#contract/storage.ts'

/** Choices of the timer [PL-7]. */
export const SLEEP_MINUTES = [5, 10, 15, 30, 45, 60] as const
/** The timer runs out after some minutes, or at the end of the track. */
export type Sleep = { state: 'off' } | { state: 'at'; until: number; left: number } | { state: 'endOfTrack' }
export const $sleep = atom(savedTimer())

/** The volume fades, because a sudden silence may wake the listener. */
const FADE_SECONDS = 8
let volume: number | undefined

export const sleepAfter = (minutes: number): void => setTimer(timerUntil(Date.now() + minutes * 60_000))

export const sleepAtEndOfTrack = (): void => setTimer({ state: 'endOfTrack' })
export const cancelSleepTimer = (): void => setTimer({ state: 'off' })

function timerUntil(until: number): Sleep {
  const left = Math.ceil((until - Date.now()) / 1000)
  return left > 0 ? { state: 'at', until, left } : { state: 'off' }
}

/** Of this tab, so that a reload does not play on through the night. */
function savedTimer(): Sleep {
  const text = readFromTab(storageKeys.sleepTimer)
  if (text === 'endOfTrack') return { state: text }
  return timerUntil(Number(text ?? 0))
}

function setTimer(sleep: Sleep): void {
  restoreVolume()
  $sleep.set(sleep)
  if (sleep.state === 'off') takeFromTab(storageKeys.sleepTimer)
  else saveInTab(storageKeys.sleepTimer, sleep.state === 'at' ? String(sleep.until) : sleep.state)
}

/** Resuming after the time was up cancels the timer. */
export function wakeUp(): void {
  const now = $sleep.get()
  if (now.state === 'at' && now.until <= Date.now()) cancelSleepTimer()
}

/** Called during playback: counts down and fades the volume; true when it is time to stop. `left`: seconds of the track. */
export function advanceSleepTimer(left: number): boolean {
  const now = $sleep.get()
  if (now.state === 'off') return false
  const rest = now.state === 'at' ? (now.until - Date.now()) / 1000 : left
  if (now.state === 'at') $sleep.set({ ...now, left: Math.max(0, Math.ceil(rest)) })
  if (rest < FADE_SECONDS) fade(rest / FADE_SECONDS)
  else restoreVolume()
  return now.state === 'at' && rest <= 0
}

/** Whether playback stops at the end of this track. */
export const endsAfterTrack = (): boolean => $sleep.get().state === 'endOfTrack'

function fade(part: number): void {
  volume ??= audioElement().volume
  setAudioVolume(volume * Math.max(0, part))
}

function restoreVolume(): void {
  if (volume !== undefined) setAudioVolume(volume)
  volume = undefined
}
