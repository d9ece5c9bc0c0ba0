import { beforeAll, expect, it, vi } from 'vitest'
import { $import, applyTable, previewTable } from '#stores/desk/catalog/table.ts'
import { useShop } from '../../api/support/shop.ts'
import { enterDesk } from '../../api/support/staff.ts'
import { useNetwork } from '../support/network.ts'

const shop = useShop()
const network = useNetwork(shop)
beforeAll(async () => void (network.cookie = (await enterDesk(shop(), 'editor')).cookie))

const tableOf = (key: string, price: number) => new File([`key,priceInr\n${key},${price}\n`], 'titles.csv')
const shownKeys = () => {
  const now = $import.get()
  return now.state === 'shown' ? now.report.changes.map(({ key }) => key) : now.state
}
const priceOf = async (key: string) =>
  (await shop().db.query<{ price: number }>('select price_inr as price from products where key = $1', [key]))[0]?.price

/** Ends when the test says so. */
function gate() {
  let open = (): void => undefined
  const until = new Promise<void>((resolve) => (open = resolve))
  return { until, open: () => open() }
}

/** Sent to the server, whose reply waits at the gate. */
async function slowly(file: File) {
  const { until, open } = gate()
  const count = network.requests.length
  network.troubles = { '/import/': { until } }
  const done = previewTable('titles', file)
  await vi.waitUntil(() => network.requests.length > count)
  network.troubles = {}
  return { done, open }
}

it('[DK-11] of two tables that are compared at once, the later is shown, and is what is applied', async () => {
  const first = await slowly(tableOf('tukaram', 431))
  const second = await slowly(tableOf('chhava', 77))
  first.open()
  await first.done
  expect(shownKeys()).toBe('busy')
  second.open()
  await second.done
  expect(shownKeys()).toEqual(['chhava'])
  expect(await applyTable()).toEqual({ change: expect.any(Number) })
  expect([await priceOf('chhava'), await priceOf('tukaram')]).toEqual([7_700, expect.not.toBeOneOf([43_100])])
})

it('[DK-11] a table that is read slowly does not take the place of the one chosen since', async () => {
  const { until, open } = gate()
  const slow = tableOf('tukaram', 432)
  slow.arrayBuffer = async () => until.then(() => File.prototype.arrayBuffer.call(slow))
  const first = previewTable('titles', slow)
  await previewTable('titles', tableOf('chhava', 78))
  open()
  await first
  expect(shownKeys()).toEqual(['chhava'])
  await applyTable()
  expect([await priceOf('chhava'), network.requests.length]).toEqual([7_800, 2])
})

it('[DK-11] a table that is chosen while another is applied is compared, and the other can be taken back', async () => {
  await previewTable('titles', tableOf('chhava', 79))
  const { until, open } = gate()
  network.troubles = { '/import/': { until } }
  const applied = applyTable()
  network.troubles = {}
  const next = await slowly(tableOf('tukaram', 433))
  open()
  expect(await applied).toEqual({ change: expect.any(Number) })
  expect(shownKeys()).toBe('busy')
  next.open()
  await next.done
  expect(shownKeys()).toEqual(['tukaram'])
})

it('[DK-11] a file that can no longer be read says so', async () => {
  const gone = tableOf('tukaram', 434)
  gone.arrayBuffer = () => Promise.reject(new DOMException('moved', 'NotFoundError'))
  await previewTable('titles', gone)
  expect($import.get()).toEqual({ state: 'failed', fault: 'notFound' })
})
