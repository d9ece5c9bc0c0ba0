import { afterEach, expect, it, vi } from 'vitest'
import { blankOf } from '#islands/desk/shop/specs.ts'
import { nameOf } from '#stores/desk/shop/rows.ts'
import { isSame } from '#stores/rebase.ts'

afterEach(() => void vi.useRealTimers())

it('[DK-12] a row that comes back from the database in another order is saved, and any other is not', () => {
  const typed = { name: { en: 'Godavari', mr: 'गोदावरी' }, social: [{ name: 'X', href: 'https://x.test' }] }
  const stored = { social: [{ href: 'https://x.test', name: 'X' }], name: { mr: 'गोदावरी', en: 'Godavari' } }
  expect(isSame(typed, stored)).toBe(true)
  expect(isSame(typed, { ...stored, name: { en: 'Godavari' } })).toBe(false)
  expect(isSame({ list: [1, 2] }, { list: [2, 1] })).toBe(false)
})

it('[DK-3] a row is called by its name, else by a key that somebody chose, and never by one that was made up', () => {
  const fresh = blankOf('ebooks')
  expect(nameOf(fresh, 'mr')).toBe('')
  expect(nameOf({ ...fresh, translations: { en: { name: 'Leaves' } } }, 'mr')).toBe('Leaves')
  expect(nameOf({ ...blankOf('texts'), key: 'delivery' }, 'en')).toBe('delivery')
  expect(nameOf({ slug: 'kids', translations: {} }, 'en')).toBe('kids')
})

it('[DK-11] news that is begun after midnight in India has that day', () => {
  vi.useFakeTimers({ now: new Date('2026-11-28T18:29:00Z') })
  expect(blankOf('news')['created']).toBe('2026-11-28')
  vi.setSystemTime(new Date('2026-11-28T18:31:00Z'))
  expect(blankOf('news')['created']).toBe('2026-11-29')
})
