import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { $results, hasMore, loadForChoice, loadMore, loadResults } from '#stores/search/results.ts'
import { importCatalog } from '../../../src/server/import/write-catalog.ts'
import { title } from '../../api/support/fixture.ts'
import { useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'

const shop = useShop()
const network = useNetwork(shop)
const SEARCH = '/api/v2/search/'
const COUNT = 150

beforeAll(async () => {
  const titles = Array.from({ length: COUNT }, (_, index) =>
    title(`heron-${index}`, { en: `Heron ${index}` }, index < 3 ? { type: 'kids' } : { type: 'podcast' }),
  )
  await importCatalog(shop().context, { collections: {}, titles, folder: shop().folder })
})
beforeEach(() => void (network.troubles = {}))

function ready() {
  const now = $results.get()
  if (now.state !== 'ready') throw new Error(`the results are ${now.state}`)
  return now
}
const idsOf = (group: 'podcast' | 'kids') => ready().found[group].map(({ id }) => id)

it('[SE-2] begins with 24 titles of a group and shows all of them, each once and where it was', async () => {
  await loadResults('heron')
  const [first, kids] = [idsOf('podcast'), idsOf('kids')]
  expect([first.length, kids.length, ready().found.total_product_count.podcast]).toEqual([24, 3, COUNT - 3])
  expect([hasMore(ready().found, 'podcast'), hasMore(ready().found, 'kids')]).toEqual([true, false])
  // A title of before goes while somebody reads, and a new one would be the first.
  await shop().db.query(`update products set status = 'unpublished' where id = $1`, [first[3]])
  await loadMore('podcast')
  expect(idsOf('podcast').slice(0, 24)).toEqual(first)
  await loadMore('podcast')
  expect(idsOf('podcast').length).toBeGreaterThanOrEqual(24 + 2 * 60 - 1)
  await loadMore('podcast')
  const all = idsOf('podcast')
  expect([all.length, new Set(all).size, hasMore(ready().found, 'podcast')]).toEqual([COUNT - 3, COUNT - 3, false])
  expect(idsOf('kids')).toEqual(kids)
  await shop().db.query(`update products set status = 'published' where id = $1`, [first[3]])
})

it('[SE-2] a failure keeps what is shown and says so, and another try goes on', async () => {
  await loadResults('heron')
  const first = idsOf('podcast')
  network.troubles = { [SEARCH]: { status: 503, body: '{}' } }
  await loadMore('podcast')
  expect([ready().more, idsOf('podcast')]).toEqual([{ podcast: 'failed' }, first])
  network.troubles = {}
  await loadMore('podcast')
  expect([ready().more, idsOf('podcast').length > first.length]).toEqual([{}, true])
})

it('[SE-2] two presses ask once, and titles of an older search are not mixed with newer results', async () => {
  await loadResults('heron')
  let goOn: () => void = () => undefined
  network.troubles = { [SEARCH]: { until: new Promise<void>((done) => (goOn = done)) } }
  const asked = network.requests.length
  const more = [loadMore('podcast'), loadMore('podcast')]
  expect(network.requests.length).toBe(asked + 1)
  network.troubles = {}
  await loadResults('lion')
  const lions = idsOf('kids')
  goOn()
  await Promise.all(more)
  expect([ready().text, idsOf('podcast'), idsOf('kids')]).toEqual(['lion', [], lions])
})

it('[SE-2] two groups that are asked for at once both come', async () => {
  const both = Array.from({ length: 70 }, (_, index) =>
    title(`stork-kid-${index}`, { en: `Heron kid ${index}` }, { type: 'kids' }),
  )
  await importCatalog(shop().context, { collections: {}, titles: both, folder: shop().folder })
  await loadResults('heron')
  const before = [idsOf('kids').length, idsOf('podcast').length]
  await Promise.all([loadMore('kids'), loadMore('podcast')])
  expect([idsOf('kids').length > (before[0] ?? 0), idsOf('podcast').length > (before[1] ?? 0), ready().more]).toEqual([
    true,
    true,
    {},
  ])
})

it('[SE-2] a choice of a language or an age is made among the next titles of each group too, once', async () => {
  await loadResults('heron')
  const before = [idsOf('podcast'), idsOf('kids')]
  loadForChoice()
  loadForChoice()
  await vi.waitUntil(() => Object.keys(ready().more).length === 0)
  const after = [idsOf('podcast'), idsOf('kids')]
  expect(after.map((ids) => ids.length)).toEqual([84, 73])
  expect(after.map((ids) => ids.slice(0, 24))).toEqual(before)
  const asked = network.requests.length
  loadForChoice()
  expect(network.requests.length).toBe(asked)
})
