import { expect, it } from 'vitest'
import { olderServed } from '#contract/desk/publish.ts'

const publication = (id: string, is_served = false) => ({ id, at: id, pages: 1, titles: 1, is_served })

it('[DK-6] older pages are told until the newest are served again', () => {
  const [older, newer] = ['20261121T060000123', '20261121T070000001']
  expect(olderServed([publication(newer), publication(older, true)])?.id).toBe(older)
  expect(olderServed([publication(newer, true), publication(older)])).toBeUndefined()
  expect(olderServed([publication(newer)])).toBeUndefined()
  expect(olderServed([])).toBeUndefined()
})
