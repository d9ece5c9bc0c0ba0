import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileOf } from '../../../scripts/publish/build/stale-pages.ts'
import {
  catalogIs,
  contentOf,
  current,
  everywhere,
  isTitle,
  page,
  proxy,
  rebuild,
  rebuildsInFoldersOfItsOwn,
  renamed,
  served,
  site,
} from '../support/rebuilding.ts'

/** Rebuilds that are killed, slow, taken back or repeated. */
rebuildsInFoldersOfItsOwn()

describe('a rebuild that goes wrong', () => {
  it('[SD-4] is refused while another one is on its way', async () => {
    catalogIs((_, answer) => everywhere(answer, isTitle, renamed))
    proxy.delay = 400
    const both = await Promise.all([rebuild(), rebuild()])
    const [done, refused] = both.toSorted((a, b) => a.code - b.code)
    expect([done?.code, refused?.code]).toEqual([0, 1])
    expect(refused?.error[0]).toMatch(/another build of these pages is running \(process \d+\)/)
  })

  it.each([0, 1000, 2000, 3200])(
    '[SD-4] killed %i ms after its start leaves a whole site, and the next one goes well',
    async (after) => {
      catalogIs((path, answer) =>
        path.startsWith('/api/v2/menu/')
          ? everywhere(answer, ({ custom_translation: words }) => words !== undefined, renamed)
          : answer,
      )
      const before = { build: current(), content: contentOf() }
      await rebuild([], { after: /building/, by: 'SIGKILL', later: after })
      // Killed before the switch it changed nothing; after it, the new one is whole.
      expect(current() === before.build ? contentOf() : before.content).toBe(before.content)
      const { build: published } = JSON.parse(page('manifest.json')) as { build: string }
      const lost = Object.keys(JSON.parse(page('digests.json')) as object).filter(
        (path) => !existsSync(join(served(), fileOf(path))),
      )
      expect([`builds/${published}`, lost]).toEqual([current(), []])
      const next = await rebuild()
      expect([next.code, next.error]).toEqual([0, []])
      catalogIs((_, answer) => answer)
      expect((await rebuild()).code).toBe(0)
      // Tidied by the next that has something to do.
      expect(readdirSync(site).filter((name) => /^(?:building|removing|build\.lock)/.test(name))).toEqual([])
    },
  )

  it('[SD-4] waits for an API that takes five seconds for each answer', async () => {
    catalogIs((_, answer) => everywhere(answer, isTitle, renamed))
    proxy.delay = 5_000
    const { code, error } = await rebuild()
    expect([code, error]).toEqual([0, []])
  })
})

describe('[OP-3] what a rebuild leaves for the alarms', () => {
  const outcome = () => JSON.parse(readFileSync(join(site, 'last-rebuild.json'), 'utf8'))

  it('tells that it went well, or had nothing to do', async () => {
    catalogIs((_, answer) => answer)
    await rebuild()
    const { at } = outcome()
    await rebuild()
    expect(outcome()).toMatchObject({ ok: true, succeededAt: outcome().at })
    expect(outcome().at > at).toBe(true)
  })

  it('tells that it failed, and when it went well the last time', async () => {
    const { succeededAt } = outcome()
    catalogIs((path, answer) => (path.startsWith('/api/build/products/') ? { status: false } : answer))
    expect((await rebuild()).code).toBe(1)
    expect(outcome()).toEqual({ at: expect.any(String), ok: false, succeededAt })
    catalogIs((_, answer) => answer)
  })
})

describe('roll-back', () => {
  it('[SD-4] serves the publication before the served one, byte for byte, until the catalog changes again', async () => {
    const old = contentOf()
    catalogIs((_, answer) => everywhere(answer, isTitle, (row) => ({ ...row, inr_price: { amount: '4321.00' } })))
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
    catalogIs((_, answer) => answer)
    expect((await rebuild()).out).toContain('published')
  })

  it('[SD-4] names the publications that are there when another is wanted', async () => {
    const { code, error } = await rebuild(['--rollback', '19990101T000000'])
    expect(code).toBe(1)
    expect(error[0]).toMatch(/there is no publication 19990101T000000: there are \d{8}T\d+, /)
  })
})

describe('--watch', () => {
  it('[SD-4] publishes each change by itself and ends when it is told to', async () => {
    const before = current()
    catalogIs((_, answer) => everywhere(answer, isTitle, (row) => ({ ...row, inr_price: { amount: '777.00' } })))
    const { code, out } = await rebuild(['--watch', '0.01'], { after: /published[^]*nothing changed/, by: 'SIGTERM' })
    expect([code, out]).toEqual([0, expect.stringContaining('published')])
    expect(current()).not.toBe(before)
  })

  it('wants a number of minutes', async () => {
    const { code, error } = await rebuild(['--watch', 'often'])
    expect([code, error[0]]).toEqual([1, expect.stringContaining('--watch often must be a number of minutes')])
  })
})
