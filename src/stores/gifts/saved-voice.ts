import { decodeVoice } from '#client/audio/own-voice.ts'
import { readFromTab, saveInTab, takeFromTab } from '#client/tab-storage.ts'
import { storageKeys } from '#contract/storage.ts'
import type { GiftVoice } from './gift-voice.ts'

/** Stands in its place until it is written, and when it is too large for the storage of a tab. */
const LARGE = 'large'

function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(file)
  })
}

/** `isLatest`: it was neither removed nor recorded anew meanwhile. */
export async function saveVoice(file: Blob, isLatest: () => boolean): Promise<void> {
  takeFromTab(storageKeys.giftVoice)
  saveInTab(storageKeys.giftVoice, LARGE)
  const text = await dataUrlOf(file).catch(() => LARGE)
  if (isLatest()) saveInTab(storageKeys.giftVoice, text)
}

/** The voice of this tab. `lost`: there was one, which found no room. */
export async function readVoice(): Promise<GiftVoice | 'lost' | undefined> {
  const text = readFromTab(storageKeys.giftVoice)
  if (!text) return undefined
  const [, type = '', data] = /^data:([^,]*);base64,(.+)$/.exec(text) ?? []
  if (!data) return 'lost'
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  const file = new Blob([bytes], { type })
  return { file, sound: await decodeVoice(file) }
}
