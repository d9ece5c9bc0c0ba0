import { expect, it } from 'vitest'
import { affectedQueries, estimateStale, type Knowledge } from '../../../scripts/publish/render/stale-pages.ts'

const result = (...reads: string[]) => ({ digest: 'x', reads })
const page = (...queries: string[]) => ({ digest: 'x', queries })
const estimate = (entries: Knowledge['entries'], previous: Knowledge) =>
  estimateStale(entries, previous, affectedQueries(entries, previous))
const served: Knowledge = {
  entries: { 'titles:1': 'a', 'titles:2': 'b', menu: 'c', faq: 'd' },
  queries: {
    first: result('titles:1'),
    second: result('titles:2'),
    all: result('titles:*'),
    shell: result('menu'),
    everything: result('*'),
  },
  digests: {
    '/1': page('first', 'shell'),
    '/2': page('second', 'shell'),
    '/list': page('all', 'shell'),
    '/map': page('everything'),
    '/alone': page(),
  },
}

it.each([
  ['nothing that a page reads', { faq: 'new' }, 1],
  ['a title', { 'titles:1': 'new' }, 3],
  ['the menu', { menu: 'new' }, 4],
  ['a new title, which has two pages', { 'titles:3': 'new' }, 4],
])('[SP-2] about how many pages are stale is known before the catalog is read: after %s', (_, change, count) => {
  expect(estimate({ ...served.entries, ...change }, served)).toBe(count)
})

it('[SP-2] a first build has two pages for each title at least', () => {
  expect(estimate(served.entries, { digests: {}, queries: {}, entries: {} })).toBe(4)
})
