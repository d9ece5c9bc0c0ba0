import { beforeEach, expect, it, vi } from 'vitest'
import { $passwordLink, askForLink, forgetPasswords, passwordForm } from '#stores/accounts/change-password.ts'
import { $download, downloadData, forgetDownload } from '#stores/privacy/personal-data.ts'
import { endSession } from '#stores/accounts/session.ts'
import { buyer, type Buyer } from '../../api/support/cart.ts'
import { useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const files = vi.hoisted((): string[] => [])
vi.mock('#client/save-file.ts', () => ({ saveFile: (name: string) => void files.push(name) }))

const shop = useShop('empty')
const network = useNetwork(shop)
let listener: Buyer
beforeEach(async () => {
  files.length = 0
  listener = await buyer(shop())
  await beListener(listener)
})

/** Answers to this path wait until it is called; what asks for it is sent first. */
async function hold(path: string, work: () => Promise<void>): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  network.troubles[path] = { until: promise }
  const working = work()
  await expect.poll(() => network.requests.some((request) => request.path.endsWith(path))).toBe(true)
  return () => {
    resolve()
    return working
  }
}

it('[PR-2] that a link for a password was sent is said once, and not to the next listener', async () => {
  await askForLink(listener.email)
  expect($passwordLink.get()).toBe('sent')
  forgetPasswords()
  expect($passwordLink.get()).toBe('idle')
  await askForLink(listener.email)
  passwordForm.change('old_password', 'mine')
  endSession()
  expect([$passwordLink.get(), passwordForm.$values.get().old_password]).toEqual(['idle', ''])
})

it('[PR-2] a link for a password that is sent after its listener left is not announced to the next', async () => {
  const release = await hold('/reset-password/', () => askForLink(listener.email))
  await beListener(await buyer(shop()))
  await release()
  expect($passwordLink.get()).toBe('idle')
})

it('[PR-5] that data was downloaded is said once, and not to the next listener', async () => {
  await downloadData('shop')
  expect([$download.get(), files.length]).toEqual(['done', 1])
  forgetDownload()
  expect($download.get()).toBe('idle')
  await downloadData('shop')
  endSession()
  expect($download.get()).toBe('idle')
})

it('[PR-5] data that comes after its listener left is not saved for the next', async () => {
  const release = await hold('/my-data/', () => downloadData('shop'))
  await beListener(await buyer(shop()))
  await release()
  expect([$download.get(), files]).toEqual(['idle', []])
})
