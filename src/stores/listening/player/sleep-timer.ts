import { atom } from 'nanostores'
import { audioElement, setAudioVolume } from '#client/audio/audio-element.ts'

/** PL-7: after some minutes, or when the track ends. */
export const SLEEP_MINUTES = [5, 10, 15, 30, 45, 60] as const
export type Sleep = { state: 'off' } | { state: 'at'; until: number; left: number } | { state: 'endOfTrack' }
export const $sleep = atom<Sleep>({ state: 'off' })

/** The sound goes out slowly, so that it wakes nobody by stopping. */
const FADE_SECONDS = 8
let volume: number | undefined

export function sleepAfter(minutes: number): void {
  restoreVolume()
  $sleep.set({ state: 'at', until: Date.now() + minutes * 60_000, left: minutes * 60 })
}

export function sleepAtEndOfTrack(): void {
  restoreVolume()
  $sleep.set({ state: 'endOfTrack' })
}

export function cancelSleepTimer(): void {
  restoreVolume()
  $sleep.set({ state: 'off' })
}

/** A listener who goes on after the time was up is awake. */
export function wakeUp(): void {
  const now = $sleep.get()
  if (now.state === 'at' && now.until <= Date.now()) cancelSleepTimer()
}

/** Told as the sound goes on; true when it is time to stop. `left`: seconds of the track. */
export function isSleepDue(left: number): boolean {
  const now = $sleep.get()
  if (now.state === 'off') return false
  const rest = now.state === 'at' ? (now.until - Date.now()) / 1000 : left
  if (now.state === 'at') $sleep.set({ ...now, left: Math.max(0, Math.ceil(rest)) })
  if (rest < FADE_SECONDS) fade(rest / FADE_SECONDS)
  else restoreVolume()
  return now.state === 'at' && rest <= 0
}

/** Whether the track that has ended was to be the last. */
export const endsAfterTrack = (): boolean => $sleep.get().state === 'endOfTrack'

function fade(part: number): void {
  volume ??= audioElement().volume
  setAudioVolume(volume * Math.max(0, part))
}

function restoreVolume(): void {
  if (volume !== undefined) setAudioVolume(volume)
  volume = undefined
}
