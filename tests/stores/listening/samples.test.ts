import { expect, it } from 'vitest'
import { $sample, playSample } from '#stores/listening/samples.ts'
import { useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'

const shop = useShop('empty')
const network = useNetwork(shop)
const sample = (mapUrl: string) => ({ mapUrl, title: 'Dnyaneshwari', href: '/', seconds: 10 })

it('[SA-3] a missing sample shows a message', async () => {
  await playSample(sample('samples/none.mp3'))
  expect($sample.get()).toMatchObject({ state: 'faulty', fault: 'gone' })
})

it('[SA-3] a sample that cannot be loaded shows a message, and is requested again at the next press', async () => {
  network.troubles['/get-sample-signed-url/'] = 'cut'
  await playSample(sample('samples/cut.mp3'))
  expect($sample.get()).toMatchObject({ state: 'faulty', fault: 'failed' })
  network.troubles = {}
  await playSample(sample('samples/cut.mp3'))
  expect($sample.get()).toMatchObject({ state: 'faulty', fault: 'gone' })
})
