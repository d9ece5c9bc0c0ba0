import { setAudioVolume } from '#client/audio/audio-element.ts'
import { storageKeys } from '#contract/storage.ts'
import { persistentValue } from '../../persistent.ts'
import { $sleep } from './sleep-timer.ts'

const $volume = persistentValue(storageKeys.playerVolume, 1, {
  decode: (text) => (Number(text) >= 0 && Number(text) <= 1 ? Number(text) : undefined),
  encode: (volume) => volume.toFixed(2),
})

/** 0 to 1. The volume that the sleep timer fades is not the listener's choice. */
export function saveVolume(volume: number): void {
  if ($sleep.get().state === 'off') $volume.set(volume)
}

export function restoreVolume(): void {
  const volume = $volume.get()
  // Muted once is not muted for good.
  if (volume > 0) setAudioVolume(volume)
}
