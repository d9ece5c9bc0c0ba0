import { deskSound, deskSoundLevel, deskSoundTitles, type SoundOfTitle } from '#contract/desk/sound.ts'
import { deskCall } from './call.ts'
import { createLoadable } from './loadable.ts'
import { showToast } from './toasts.ts'

export const soundTitles = createLoadable((signal, q: string, page: number) =>
  deskCall(deskSoundTitles, { q, page }, signal),
)

export const soundOfTitle = createLoadable(async (signal, id: number) => {
  const result = await deskCall(deskSound, { id }, signal)
  return result.ok ? { ok: true, value: result.value.title } : result
})

/** `texts`: what is said when it is done and when it is not. */
export async function setAsRecorded(
  { id }: SoundOfTitle,
  asRecorded: boolean,
  texts: { saved: string; failed: string },
): Promise<void> {
  const result = await deskCall(deskSoundLevel, { id, as_recorded: asRecorded })
  if (result.ok) soundOfTitle.replace((title) => ({ ...title, as_recorded: asRecorded }))
  showToast(result.ok ? texts.saved : texts.failed, { kind: result.ok ? 'done' : 'failed' })
}
