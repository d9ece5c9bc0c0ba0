import { describe, expect, it } from 'vitest'
import { brand, legalFacts } from '#brand/brand.ts'
import { demoValues, refuseDemoBrand } from '../../../src/server/operations/demo-brand.ts'

describe('the brand of the demo', () => {
  it('[OP-3] stops production at a public address, naming every fact to change', () => {
    expect(() => refuseDemoBrand('https://books.in')).toThrow(
      /^SHOP_MODE=production cannot start; src\/brand\/brand\.ts .*contact\.email.*company\.en.*gstin.*grievance\.email/,
    )
    for (const address of ['https://shop.test', 'https://shop.example', 'http://localhost:4321'])
      expect(() => refuseDemoBrand(address)).not.toThrow()
  })

  it('[OP-3] does not stand in the way of a real one', () => {
    const real = JSON.parse(
      JSON.stringify({ brand, legalFacts })
        .replaceAll('kathavani.test', 'books.in')
        .replaceAll(/Demo|डेमो/g, 'Deccan')
        .replaceAll('27AAAAA0000A1Z5', '27AABCU9603R1ZM')
        .replaceAll('AAAAA0000A', 'AABCU9603R'),
    )
    expect(demoValues(real)).toEqual([])
    expect(() => refuseDemoBrand('https://books.in', real)).not.toThrow()
  })
})
