import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { auditionForm, choose } from '#stores/auditions/audition.ts'
import { $progress, $recording, sendRecording } from '#stores/auditions/recording.ts'
import { endSession } from '#stores/accounts/session.ts'
import { signOut } from '#stores/accounts/sign-out.ts'
import { buyer } from '../../api/support/cart.ts'
import { useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = useShop('empty')
const network = useNetwork(shop)
const START = '/upload-audition/recording/'
const started = () => network.requests.filter(({ path }) => path.endsWith(START)).length

/** Begins as an MP3 file does, or as none. `until`: the disk is slow. */
function recording(name: string, isSound = true, until?: Promise<void>): File {
  const file = new File([isSound ? 'ID3' : 'no sound'], name)
  const slice = file.slice.bind(file)
  file.slice = (...range) => {
    const head = slice(...range)
    const read = head.arrayBuffer.bind(head)
    head.arrayBuffer = async () => {
      await until
      return read()
    }
    return head
  }
  return file
}

beforeEach(async () => beListener(await buyer(shop())))
afterEach(() => vi.useRealTimers())

it('[AD-2] the recording of a listener goes at sign-out, and stays when the server ends the session', async () => {
  const voice = recording('asha.mp3')
  auditionForm.change('first_name', 'Asha')
  await choose(voice)
  endSession()
  expect([$recording.get(), auditionForm.$values.get().first_name]).toEqual([voice, 'Asha'])
  await beListener(await buyer(shop()))
  await signOut()
  expect([$recording.get(), auditionForm.$values.get().first_name]).toEqual([undefined, ''])
})

it('[AD-1] a recording that waits for the network when its listener signs out is not sent by the next', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await choose(recording('asha.mp3'))
  network.troubles[START] = 'cut'
  const sending = sendRecording()
  await vi.waitFor(() => expect(started()).toBe(1))
  network.troubles = {}
  await signOut()
  await beListener(await buyer(shop()))
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  expect(await sending).toMatchObject({ ok: false })
  expect([started(), $progress.get()]).toEqual([1, { state: 'none' }])
})

it('[AD-3] the check of a file that another one has replaced decides nothing about that one', async () => {
  const disk = Promise.withResolvers<void>()
  const first = choose(recording('noise.mp3', false, disk.promise))
  await choose(recording('asha.mp3'))
  disk.resolve()
  await first
  await auditionForm.submit()
  expect(auditionForm.$faults.get()).not.toHaveProperty('recorded_file')
})
