import { beforeEach, expect, it } from 'vitest'
import { auditionForm, choose } from '#stores/auditions/audition.ts'
import { $recording } from '#stores/auditions/recording.ts'
import { announceSignOut, endSession } from '#stores/accounts/session.ts'
import { buyer } from '../../api/support/cart.ts'
import { useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = useShop('empty')
useNetwork(shop)
const sound = () => new File([new Uint8Array([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0]), new Uint8Array(2_000)], 'a.mp3')
beforeEach(async () => {
  await choose(undefined)
  auditionForm.forget()
})

it('[SH-14] [AD-2] the recording that a listener chose is not there for the next one of the tab', async () => {
  await beListener(await buyer(shop()))
  await choose(sound())
  expect($recording.get()).toBeDefined()
  announceSignOut()
  endSession()
  expect($recording.get()).toBeUndefined()
})
