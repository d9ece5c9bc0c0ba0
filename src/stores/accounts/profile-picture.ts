import { atom } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { upload } from '#client/upload.ts'
import { removeProfilePicture, saveProfilePicture } from '#contract/accounts/profile.ts'
import { extensionIn, IMAGE_EXTENSIONS, PICTURE_MAX_BYTES } from '#contract/fields/file-kinds.ts'
import { $profile } from './profile.ts'
import { $session, currentSession, isStillIn, updateSession } from './session.ts'

/** `notAnImage` is checked before anything is sent. */
type Fault = 'notAnImage' | 'fileSize' | 'failed'
export type PictureState =
  | { state: 'idle' }
  | { state: 'sending'; percent: number }
  | { state: 'saved' }
  | { state: 'removed' }
  | { state: 'failed'; fault: Fault }
export const $picture = atom<PictureState>({ state: 'idle' })
/** Preview during the upload: a data URL, because the content security policy forbids blob URLs. */
export const $preview = atom<string | undefined>(undefined)

export function forgetPicture(): void {
  $picture.set({ state: 'idle' })
  $preview.set(undefined)
}

$session.listen(({ state }) => {
  if (state === 'out') forgetPicture()
})

export async function choosePicture(file: File): Promise<void> {
  if ($picture.get().state === 'sending') return
  $preview.set(undefined)
  if (!extensionIn(file.name, IMAGE_EXTENSIONS)) return fail('notAnImage')
  if (file.size > PICTURE_MAX_BYTES) return fail('fileSize')
  $picture.set({ state: 'sending', percent: 0 })
  void addressOf(file).then((address) => $picture.get().state === 'sending' && $preview.set(address))
  const isTheirs = await rememberListener()
  const result = await upload(saveProfilePicture, {}, file, (sent) => {
    if (isTheirs()) $picture.set({ state: 'sending', percent: Math.floor((100 * sent) / file.size) })
  })
  if (!isTheirs()) return
  $preview.set(undefined)
  if (!result.ok) return fail(result.fault === 'notAnImage' || result.fault === 'fileSize' ? result.fault : 'failed')
  await showPicture(result.value.profile_image)
  $picture.set({ state: 'saved' })
}

export async function takeAway(): Promise<void> {
  if ($picture.get().state === 'sending') return
  const isTheirs = await rememberListener()
  const result = await call(removeProfilePicture, {})
  if (!isTheirs()) return
  if (!result.ok) return fail('failed')
  await showPicture(null)
  $picture.set({ state: 'removed' })
}

/** An upload may end after its listener has left: the next one has another picture. */
async function rememberListener(): Promise<() => boolean> {
  const session = await currentSession()
  return () => session !== undefined && isStillIn(session)
}

function fail(fault: Fault): void {
  $picture.set({ state: 'failed', fault })
}

function addressOf(file: File): Promise<string | undefined> {
  return new Promise((done) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => done(typeof reader.result === 'string' ? reader.result : undefined))
    reader.addEventListener('error', () => done(undefined))
    reader.readAsDataURL(file)
  })
}

/** Null removes the picture. */
async function showPicture(address: string | null): Promise<void> {
  const known = $profile.get()
  if (known.state === 'ready') $profile.set({ ...known, profile: { ...known.profile, profile_image: address } })
  await updateSession({ userProfile: address })
}
