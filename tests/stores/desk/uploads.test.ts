import { expect, it } from 'vitest'
import { $uploads, addFiles } from '#stores/desk/titles/uploads.ts'
import { useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'

useNetwork(useShop('empty'))

it('[DK-3] files that are dropped while others are looked at are all taken, each with its own number', async () => {
  const file = (name: string) => new File([new Uint8Array([0xff, 0xfb, 0x90, 0x44])], name)
  await Promise.all([
    addFiles([file('01.mp3'), file('02.mp3')], () => undefined),
    addFiles([file('03.mp3')], () => undefined),
  ])
  const taken = $uploads.get()
  expect(taken.map(({ name }) => name).toSorted()).toEqual(['01.mp3', '02.mp3', '03.mp3'])
  expect(new Set(taken.map(({ id }) => id)).size).toBe(3)
})
