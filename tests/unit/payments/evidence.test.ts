import { expect, it } from 'vitest'
import { firstRecheck, nextRecheck } from '../../../src/server/payments/attempts.ts'
import { contradictionOf } from '../../../src/server/payments/country-evidence.ts'

const DAY_MS = 86_400_000
const none = { payer: null, network: null, earlier: undefined }

it.each([
  ['IN', none, undefined],
  ['US', none, undefined],
  ['US', { ...none, network: 'IN', payer: 'US' }, undefined],
  ['US', { ...none, network: 'DE' }, undefined],
  ['IN', { ...none, network: 'US', earlier: 'IN' }, undefined],
  ['US', { ...none, network: 'IN' }, 'billed in US, but network in IN'],
  ['US', { payer: 'IN', network: 'IN', earlier: 'IN' }, 'billed in US, but payer in IN, network in IN, earlier in IN'],
  ['IN', { ...none, payer: 'US' }, 'billed in IN, but payer in US'],
])('[MO-3] billed in %s with %j: %s', (billing, facts, expected) => {
  expect(contradictionOf(billing, facts)).toBe(expected)
})

it('[MO-2] a payment is looked at again during 180 days, at growing distances', () => {
  const paid = new Date('2026-01-01T00:00:00Z')
  const days = []
  for (let next = firstRecheck(paid); next; next = nextRecheck(paid, next))
    days.push((next.getTime() - paid.getTime()) / DAY_MS)
  expect([days[0], days.at(-1), days.length]).toEqual([1, 180, 15])
  expect(nextRecheck(paid, new Date(paid.getTime() + 500 * DAY_MS))).toBeNull()
})
