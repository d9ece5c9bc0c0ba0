import { expect, it } from 'vitest'
import { isSame } from '#stores/rebase.ts'

it('[DK-12] a row that comes back from the database in another order is saved, and any other is not', () => {
  const typed = { name: { en: 'Godavari', mr: 'गोदावरी' }, social: [{ name: 'X', href: 'https://x.test' }] }
  const stored = { social: [{ href: 'https://x.test', name: 'X' }], name: { mr: 'गोदावरी', en: 'Godavari' } }
  expect(isSame(typed, stored)).toBe(true)
  expect(isSame(typed, { ...stored, name: { en: 'Godavari' } })).toBe(false)
  expect(isSame({ list: [1, 2] }, { list: [2, 1] })).toBe(false)
})
