import type { InputOf } from '#contract/http/endpoint.ts'
import {
  deskSamplePlace,
  deskSound,
  deskSoundAddress,
  deskSoundLevel,
  deskSoundRetry,
  deskSoundTitles,
  type SoundOfTitle,
} from '#contract/desk/sound.ts'
import { deskCall } from '../call.ts'
import { createLoadable } from '../loadable.ts'
import { showToast } from '../toasts.ts'

/** What is said when it is done and when it is not. */
type Texts = { saved: string; failed: string }

export const soundTitles = createLoadable((signal, q: string, page: number, only?: 'failed') =>
  deskCall(deskSoundTitles, { q, page, ...(only && { only }) }, signal),
)

export const soundOfTitle = createLoadable(async (signal, id: number) => {
  const result = await deskCall(deskSound, { id }, signal)
  return result.ok ? { ok: true, value: result.value.title } : result
})

export async function setAsRecorded({ id }: SoundOfTitle, asRecorded: boolean, texts: Texts): Promise<void> {
  const result = await deskCall(deskSoundLevel, { id, as_recorded: asRecorded })
  if (result.ok) soundOfTitle.replace((title) => ({ ...title, as_recorded: asRecorded }))
  showToast(result.ok ? texts.saved : texts.failed, { kind: result.ok ? 'done' : 'failed' })
}

/** Puts back what the queue gave up. */
export async function tryAgain({ id }: SoundOfTitle, texts: Texts): Promise<void> {
  const result = await deskCall(deskSoundRetry, { id })
  if (result.ok) soundOfTitle.replace(() => result.value.title)
  showToast(result.ok ? texts.saved : texts.failed, { kind: result.ok ? 'done' : 'failed' })
}

/** Saves where the sample is cut; null leaves it to the shop. */
export async function placeSample(
  { id }: SoundOfTitle,
  place: InputOf<typeof deskSamplePlace>['place'],
  texts: Texts,
): Promise<void> {
  const result = await deskCall(deskSamplePlace, { id, place })
  if (result.ok) soundOfTitle.replace(() => result.value.title)
  showToast(result.ok ? texts.saved : texts.failed, { kind: result.ok ? 'done' : 'failed' })
}

/** Where the recording of a track can be heard for a while; undefined when the server does not say. */
export async function addressOfTrack({ id }: SoundOfTitle, position: number): Promise<string | undefined> {
  const result = await deskCall(deskSoundAddress, { id, position })
  return result.ok ? result.value.address : undefined
}
