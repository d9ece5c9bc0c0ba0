import { cpSync, existsSync, readdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileOf } from '../../../scripts/publish/render/stale-pages.ts'
import {
  changeCatalog,
  contentOf,
  current,
  everywhere,
  isTitle,
  page,
  proxy,
  rebuild,
  grown,
  useRebuildFolders,
  whole,
  renamed,
  renamedTo,
  served,
  site,
} from '../support/rebuild.ts'
import { runBuild, type Stop } from '../support/proxy.ts'
import { canMount, smallDisk, unmountable } from '../../api/support/small-disk.ts'

/** Used bytes of the disk of a folder. */
const sizeOf = (folder: string): number => {
  const { blocks, bfree, bsize } = statfsSync(folder)
  return (blocks - bfree) * bsize
}

/** Rebuilds that are killed, slow or doubled. */
useRebuildFolders()

describe('a failing rebuild', () => {
  it('[SD-4] is refused during another one', async () => {
    changeCatalog((_, answer) => everywhere(answer, isTitle, renamed))
    proxy.delay = 400
    const both = await Promise.all([rebuild(), rebuild()])
    const [done, refused] = both.toSorted((a, b) => a.code - b.code)
    expect([done?.code, refused?.code]).toEqual([0, 1])
    expect(refused?.error[0]).toMatch(/another build of these pages is running \(process \d+\)/)
  })

  const AFTER_SWITCH = 'right after the switch'
  /** Moments of a build, by what it has written; the last is the switch to the new publication. */
  const inBuild = (file: string) => () =>
    readdirSync(site).some((name) => name.startsWith('building-') && existsSync(join(site, name, file)))
  const MOMENTS: [string, Stop['after']][] = [
    ['as it begins', /building/],
    ['while it renders', inBuild('index.html')],
    ['while it compresses', inBuild('sitemap-1.xml')],
    [AFTER_SWITCH, () => current() !== switchedFrom],
  ]
  let switchedFrom = ''

  // Each begins with what the one before it left.
  it.each(MOMENTS)('[SD-4] killed %s leaves a whole site', async (what, after) => {
    changeCatalog((path, answer) =>
      path.startsWith('/api/v2/menu/')
        ? everywhere(answer, ({ custom_translation: words }) => words !== undefined, renamedTo(what))
        : answer,
    )
    const before = { build: current(), content: contentOf() }
    switchedFrom = before.build
    await rebuild([], { after, by: 'SIGKILL' })
    // Killed before the switch it changed nothing; after it, the new one is whole.
    expect(current() === before.build ? contentOf() : before.content).toBe(before.content)
    const { build: published } = JSON.parse(page('manifest.json')) as { build: string }
    const lost = Object.keys(JSON.parse(page('digests.json')) as object).filter(
      (path) => !existsSync(join(served(), fileOf(path))),
    )
    expect([`builds/${published}`, lost]).toEqual([current(), []])
    expect(current() === before.build).toBe(what !== AFTER_SWITCH)
  })

  it('[SD-4] the next one goes well after all of them', async () => {
    const next = await rebuild()
    expect([next.code, next.error]).toEqual([0, []])
    expect(page('index.html')).toContain(AFTER_SWITCH)
    // Removed by the next build that has something to do.
    changeCatalog((_, answer) => answer)
    const last = await rebuild()
    expect([last.code, last.error]).toEqual([0, []])
    expect(page('index.html')).not.toContain(AFTER_SWITCH)
    expect(readdirSync(site).filter((name) => /^(?:building|removing|build\.lock)/.test(name))).toEqual([])
  })

  it.runIf(canMount)(`[RL-3] on a full disk says so and leaves the served pages${unmountable}`, async () => {
    const disk = smallDisk(whole, 200)
    try {
      cpSync(join(grown, 'site'), join(whole, 'site'), { recursive: true, verbatimSymlinks: true })
      const before = contentOf(whole)
      const used = Math.ceil(sizeOf(whole) / 2 ** 20)
      disk.grow(used + 1)
      changeCatalog((_, answer) => everywhere(answer, isTitle, renamed))
      const full = await runBuild({ apiUrl: proxy.address, dataDir: whole })
      expect([full.code, full.error.at(-1)]).toEqual([
        1,
        expect.stringMatching(/the published site is unchanged: no space is left on the disk of DATA_DIR/),
      ])
      expect(contentOf(whole)).toBe(before)
      disk.grow(200)
      const next = await runBuild({ apiUrl: proxy.address, dataDir: whole })
      expect([next.code, contentOf(whole) === before]).toEqual([0, false])
    } finally {
      disk.remove()
    }
  })

  it('[SD-4] waits for an API that takes five seconds for an answer, twice', async () => {
    changeCatalog((_, answer) => everywhere(answer, isTitle, renamed))
    proxy.delays = [5_000, 5_000]
    const { code, error } = await rebuild()
    expect([code, error, proxy.delays]).toEqual([0, [], []])
  })
})
