import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  changeCatalog,
  contentOf,
  current,
  everywhere,
  isTitle,
  rebuild,
  useRebuildFolders,
  site,
} from '../support/rebuild.ts'

/** Rollback, repeated rebuilds, and what they leave for the alarms. */
useRebuildFolders()

describe('[OP-3] the report of a rebuild', () => {
  const outcome = () => JSON.parse(readFileSync(join(site, 'last-rebuild.json'), 'utf8'))

  it('says that it succeeded or had nothing to do', async () => {
    changeCatalog((_, answer) => answer)
    await rebuild()
    const { at } = outcome()
    await rebuild()
    expect(outcome()).toMatchObject({ ok: true, succeededAt: outcome().at })
    expect(outcome().at > at).toBe(true)
  })

  it('says that it failed, and when it last succeeded', async () => {
    const { succeededAt } = outcome()
    changeCatalog((path, answer) => (path.startsWith('/api/build/products/') ? { status: false } : answer))
    expect((await rebuild()).code).toBe(1)
    expect(outcome()).toEqual({ at: expect.any(String), ok: false, succeededAt })
    changeCatalog((_, answer) => answer)
  })
})

describe('roll-back', () => {
  it('[SD-4] serves the previous publication unchanged until the catalog changes again', async () => {
    const priceIs = (amount: string) =>
      changeCatalog((_, answer) => everywhere(answer, isTitle, (row) => ({ ...row, inr_price: { amount } })))
    priceIs('1234.00')
    await rebuild()
    const old = contentOf()
    priceIs('4321.00')
    await rebuild()
    expect(contentOf()).not.toBe(old)
    const { code, out } = await rebuild(['--rollback'])
    expect([code, out]).toEqual([0, expect.stringMatching(/^serving \d+T\d+ again\n$/)])
    expect(contentOf()).toBe(old)
    expect((await rebuild()).out).toBe('nothing changed\n')
    expect(contentOf()).toBe(old)
    // Further back: what was left first still counts.
    expect((await rebuild(['--rollback'])).code).toBe(0)
    expect((await rebuild()).out).toBe('nothing changed\n')
    priceIs('5678.00')
    expect((await rebuild()).out).toContain('published')
  })

  it('[SD-4] a second roll-back stays although the pages of the first one showed a newer catalog too', async () => {
    const priceIs = (amount: string) =>
      changeCatalog((_, answer) => everywhere(answer, isTitle, (row) => ({ ...row, inr_price: { amount } })))
    for (const amount of ['222.00', '333.00']) {
      priceIs(amount)
      expect((await rebuild()).out).toContain('published')
    }
    await rebuild(['--rollback'])
    priceIs('222.00')
    expect((await rebuild()).out).toBe('nothing changed\n')
    await rebuild(['--rollback'])
    const oldest = contentOf()
    expect((await rebuild()).out).toBe('nothing changed\n')
    expect(contentOf()).toBe(oldest)
  })

  it('[SD-4] lists the existing publications for an unknown one', async () => {
    const { code, error } = await rebuild(['--rollback', '19990101T000000'])
    expect(code).toBe(1)
    expect(error[0]).toMatch(/there is no publication 19990101T000000: there are \d{8}T\d+, /)
  })
})

describe('--watch', () => {
  it('[SD-4] publishes each change, and ends on a signal', async () => {
    const before = current()
    changeCatalog((_, answer) => everywhere(answer, isTitle, (row) => ({ ...row, inr_price: { amount: '777.00' } })))
    const { code, out } = await rebuild(['--watch', '0.01'], { after: /published[^]*nothing changed/, by: 'SIGTERM' })
    expect([code, out]).toEqual([0, expect.stringContaining('published')])
    expect(current()).not.toBe(before)
  })

  it('requires a number of minutes', async () => {
    const { code, error } = await rebuild(['--watch', 'often'])
    expect([code, error[0]]).toEqual([1, expect.stringContaining('--watch often must be a number of minutes')])
  })
})
