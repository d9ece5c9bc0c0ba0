import { describe, expect, it } from 'vitest'
import examples from 'libphonenumber-js/mobile/examples'
import { countries } from '#contract/fields/countries.ts'
import { PersonName } from '#contract/fields/fields.ts'
import { phoneAbroad, phoneOf } from '#contract/fields/phone.ts'

describe('[WD-2] a phone number is checked by its country', () => {
  it.each([
    ['IN', '9876543210', '9876543210'],
    ['IN', '९८७६५ ४३२१०', '9876543210'],
    ['IN', '+91 98765 43210', '9876543210'],
    ['IN', '09876543210', '9876543210'],
    ['IN', '020 5555 0142', '2055550142'],
    ['IN', '+1 212-555-0100', '+12125550100'],
    ['US', '(202) 555-0142', '2025550142'],
    ['US', '+91 98765 43210', '+919876543210'],
    ['GB', '07911 123456', '7911123456'],
    ['SG', '8123 4567', '81234567'],
  ])('%s: %s is %s', (country, typed, stored) => expect(phoneOf(typed, country)).toBe(stored))

  it.each([
    ['IN', '12345'],
    ['IN', '1234567890'],
    ['IN', '987654321'],
    ['IN', '98765432100'],
    ['IN', '9876543210 ext 5'],
    ['IN', 'call 9876543210'],
    ['US', '202555014'],
    ['US', '1234567890'],
    ['GB', '98765'],
    ['XX', '9876543210'],
    ['IN', ''],
  ])('%s: %j is none', (country, typed) => expect(phoneOf(typed, country)).toBeUndefined())

  it('knows the mobile numbers of every country of the forms', () => {
    const missing = countries().filter(({ code }) => {
      const example = code in examples ? examples[code as keyof typeof examples] : undefined
      return example && phoneOf(example, code) !== example
    })
    expect(missing).toEqual([])
  })
})

it('[WD-3] a name takes apostrophes and hyphens between its letters', () => {
  for (const name of ["O'Brien", 'D’Souza', 'Anne-Marie', "Mary-Ann O'Neil", 'राव-पाटील'])
    expect(PersonName.is(PersonName.create(name))).toBe(true)
  for (const name of ["'", '-Asha', 'Asha-', "O' Brien", 'A--B', "O';drop"]) expect(PersonName.is(name)).toBe(false)
})

it.each([
  ['9876543210', 'IN', 'US', '+919876543210'],
  ['+919876543210', 'US', 'IN', '9876543210'],
  ['(202) 555-0142', 'US', 'SG', '+12025550142'],
  ['12345', 'IN', 'US', undefined],
])('[WD-2] %s of %s is written in %s as %s', (typed, from, to, abroad) =>
  expect(phoneAbroad(typed, from, to)).toBe(abroad),
)
