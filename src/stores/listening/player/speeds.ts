import { atom } from 'nanostores'
import { setAudioSpeed } from '#client/audio/audio-element.ts'
import { $speeds } from '../player-memory.ts'

/** Each title has its own speed: a poem is not heard as fast as the news [PL-7]. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const
const MAX_TITLES = 100

export const $speed = atom(1)

export function restoreSpeed(title: number): void {
  const speed = $speeds.get()[title] ?? 1
  apply(SPEEDS.find((known) => known === speed) ?? 1)
}

export function setSpeed(title: number, speed: number): void {
  const { [title]: _, ...rest } = $speeds.get()
  $speeds.set(Object.fromEntries([...Object.entries(rest).slice(-MAX_TITLES), [title, speed]]))
  apply(speed)
}

function apply(speed: number): void {
  $speed.set(speed)
  setAudioSpeed('title', speed)
}
