import { expect, it } from 'vitest'
import { dayInIndia, DAY_MS } from '#contract/time/day.ts'
import { mayDebit, plannedDebit } from '../../../src/server/renewals/rules.ts'

const HOUR_MS = 3_600_000
const at = (moment: string) => new Date(`${moment}+05:30`)

it.each([
  ['2026-12-19T11:59:59', 'early'],
  ['2026-12-19T12:00:00', 'debit'],
  ['2026-12-20T23:59:59', 'debit'],
  ['2026-12-21T00:00:00', 'lapsed'],
  ['2027-01-15T12:00:00', 'lapsed'],
])('[SB-4] a notice of 18th December for 20th December at %s: %s', (now, decision) => {
  const notice = { amount: 100, sentAt: at('2026-12-18T12:00:00'), debitAt: at('2026-12-20T12:00:00') }
  expect(mayDebit(notice, { amount: 100, ceiling: 100, now: at(now) })).toBe(decision)
})

it('[SB-4] every planned debit is a day after its notice, and an hour late it is still on the day that the notice names', () => {
  for (let minute = 0; minute < 24 * 60; minute += 1)
    for (const [tries, planned] of [0, 1, 2].map((count) => [count, plan(minute, count)] as const)) {
      const { now, debit } = planned
      expect([minute, tries, debit.getTime() - now.getTime() >= DAY_MS]).toEqual([minute, tries, true])
      expect([minute, tries, dayInIndia(new Date(debit.getTime() + HOUR_MS))]).toEqual([
        minute,
        tries,
        dayInIndia(debit),
      ])
    }
})

function plan(minute: number, tries: number) {
  const now = new Date(at('2026-12-18T00:00:00').getTime() + minute * 60_000)
  return { now, debit: plannedDebit(new Date(now.getTime() + 3 * DAY_MS), now, tries) }
}
