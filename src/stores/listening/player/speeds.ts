import { atom } from 'nanostores'
import { create, number, record, string } from 'superstruct'
import { setAudioSpeed } from '#client/audio/audio-element.ts'
import { keep, kept } from '#client/storage.ts'
import { storageKeys } from '#contract/storage.ts'

/** PL-7: 0.5 to 3. Each title keeps its own: a poem is not heard as fast as the news. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const
const MOST = 100

export const $speed = atom(1)

function read(): Record<string, number> {
  try {
    return create(JSON.parse(kept(storageKeys.playerSpeeds) ?? '{}'), record(string(), number()))
  } catch {
    return {}
  }
}

export function restoreSpeed(title: number): void {
  const speed = read()[title] ?? 1
  apply(SPEEDS.find((known) => known === speed) ?? 1)
}

export function setSpeed(title: number, speed: number): void {
  const { [title]: _, ...rest } = read()
  keep(
    storageKeys.playerSpeeds,
    JSON.stringify(Object.fromEntries([...Object.entries(rest).slice(-MOST), [title, speed]])),
  )
  apply(speed)
}

function apply(speed: number): void {
  $speed.set(speed)
  setAudioSpeed(speed)
}
