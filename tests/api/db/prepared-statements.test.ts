import { expect, it } from 'vitest'
import { useShop } from '../support/shop.ts'

const shop = useShop()

it('[SP-3] a prepared statement has one text, on whichever connection it runs', async () => {
  const ask = (text: string) => shop().db.query<{ n: number }>(text, [], 'statement of a test')
  expect(await Promise.all([ask('select 1 as n'), ask('select 1 as n')])).toEqual([[{ n: 1 }], [{ n: 1 }]])
  const others = await Promise.allSettled(Array.from({ length: 4 }, () => ask('select 2 as n')))
  for (const other of others)
    expect(other).toMatchObject({ reason: { message: expect.stringContaining('"statement of a test" has two texts') } })
})
