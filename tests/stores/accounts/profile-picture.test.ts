import { expect, it, vi } from 'vitest'
import { $picture, $preview, choosePicture } from '#stores/accounts/profile-picture.ts'
import { $profile, loadProfile } from '#stores/accounts/profile.ts'
import { currentSession } from '#stores/accounts/session.ts'
import { buyer } from '../../api/support/cart.ts'
import { useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = useShop('empty')
useNetwork(shop)

/** An upload that goes on until the test ends it. */
class SlowUpload extends EventTarget {
  static latest: SlowUpload | undefined
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  open = (): void => undefined
  setRequestHeader = (): void => undefined
  send = (): void => void (SlowUpload.latest = this)
  progress = (loaded: number) => this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }))
  answer(body: object): void {
    this.status = 200
    this.responseText = JSON.stringify(body)
    this.dispatchEvent(new Event('loadend'))
  }
}
vi.stubGlobal('XMLHttpRequest', SlowUpload)
vi.stubGlobal(
  'FileReader',
  class extends EventTarget {
    result = 'data:image/png;base64,'
    readAsDataURL = () => void this.dispatchEvent(new Event('load'))
  },
)

async function beginUpload(): Promise<{ request: SlowUpload; done: Promise<void> }> {
  await beListener(await buyer(shop()))
  SlowUpload.latest = undefined
  const done = choosePicture(new File(['picture'], 'me.png'))
  await expect.poll(() => SlowUpload.latest !== undefined).toBe(true)
  return { request: SlowUpload.latest as unknown as SlowUpload, done }
}
const PICTURE = '/media/listeners/asha.webp'
const shownIn = async () => {
  const known = $profile.get()
  return [(await currentSession())?.userProfile, known.state === 'ready' && known.profile.profile_image]
}

it('[PR-3] a picture whose upload ends is shown at once', async () => {
  const { request, done } = await beginUpload()
  await loadProfile()
  request.progress(3)
  expect($picture.get()).toMatchObject({ state: 'sending', percent: 42 })
  request.answer({ status: true, profile_image: PICTURE })
  await done
  expect([$picture.get(), await shownIn()]).toEqual([{ state: 'saved' }, [PICTURE, PICTURE]])
})

it('[PR-3] a picture that is still uploading when its listener leaves is not that of the next', async () => {
  const { request, done } = await beginUpload()
  await beListener(await buyer(shop()))
  await loadProfile()
  request.progress(3)
  expect([$picture.get(), $preview.get()]).toEqual([{ state: 'idle' }, undefined])
  request.answer({ status: true, profile_image: PICTURE })
  await done
  expect([$picture.get(), await shownIn()]).toEqual([{ state: 'idle' }, [null, null]])
})
