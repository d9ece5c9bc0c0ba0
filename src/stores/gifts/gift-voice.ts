import { atom } from 'nanostores'
import { upload } from '#client/upload.ts'
import { decodeVoice, type RecordedVoice } from '#client/audio/own-voice.ts'
import { VOICE_MAX_BYTES, VOICE_MAX_SECONDS } from '#contract/gifts/gift-wrapping.ts'
import { sendGiftVoice } from '#contract/gifts/gifts.ts'
import type { Sent } from '../form.ts'

/**
 * The voice of the giver in the memory of the page. `sound` is missing where the browser cannot play a chosen file; `sentBy`: whose it
 * is on the server, under `id`.
 */
export type GiftVoice = { file: Blob; sound?: AudioBuffer | undefined; sentBy?: string; id?: string }
export const $giftVoice = atom<GiftVoice | undefined>(undefined)

export const takeRecording = ({ file, sound }: RecordedVoice): void => $giftVoice.set({ file, sound })

/** A file of somebody without a microphone. The server checks what this browser cannot read. */
export async function takeFile(file: File): Promise<'fileSize' | 'voiceLong' | undefined> {
  if (file.size > VOICE_MAX_BYTES) return 'fileSize'
  const sound = await decodeVoice(file)
  if (sound && sound.duration > VOICE_MAX_SECONDS + 0.5) return 'voiceLong'
  $giftVoice.set({ file, sound })
  return undefined
}

export const forgetVoice = (): void => $giftVoice.set(undefined)

/** Sends the voice for this giver, once. After a cut it is still here, and goes with the next try. */
export async function uploadVoice(giver: string): Promise<Sent & { voice?: string }> {
  const voice = $giftVoice.get()
  if (!voice || voice.sentBy === giver) return { ok: true, ...(voice?.id && { voice: voice.id }) }
  const sent = await upload(sendGiftVoice, {}, voice.file)
  if (!sent.ok) return sent
  $giftVoice.set({ ...voice, sentBy: giver, id: sent.value.voice })
  return { ok: true, voice: sent.value.voice }
}
