import { setAudioVolume } from '#client/audio/audio-element.ts'
import { keep, kept } from '#client/storage.ts'
import { storageKeys } from '#contract/storage.ts'
import { $sleep } from './sleep-timer.ts'

/** 0 to 1. What the sleep timer takes away is not what the listener chose. */
export function keepVolume(volume: number): void {
  if ($sleep.get().state === 'off') keep(storageKeys.playerVolume, volume.toFixed(2))
}

export function restoreVolume(): void {
  const volume = Number(kept(storageKeys.playerVolume) ?? 1)
  if (volume > 0 && volume <= 1) setAudioVolume(volume)
}
