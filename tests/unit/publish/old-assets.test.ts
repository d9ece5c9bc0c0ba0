import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { linkOldAssets } from '../../../scripts/publish/build/old-assets.ts'

const root = mkdtempSync(join(tmpdir(), 'shop-assets-'))
afterAll(() => rmSync(root, { recursive: true }))

const DAY = 86_400_000
const START = Date.parse('2026-11-01')
let count = 0
let existing: string[] = []

/** Publishes at this time; the fifth oldest is removed as publications are. */
async function publishAt(days: number, own: string[]): Promise<string> {
  count += 1
  const built = join(root, String(count))
  for (const asset of own) {
    mkdirSync(dirname(join(built, asset)), { recursive: true })
    writeFileSync(join(built, asset), asset)
  }
  const oldAssets = await linkOldAssets(existing, built, own, START + days * DAY)
  writeFileSync(join(built, 'manifest.json'), JSON.stringify({ assets: own, oldAssets }))
  existing.push(built)
  for (const folder of existing.slice(0, -4)) rmSync(folder, { recursive: true })
  existing = existing.slice(-4)
  return built
}

it('[SD-4] scripts of the code before are served for two weeks, however often the catalog changes', async () => {
  const has = (built: string, name: string) => existsSync(join(built, `_a/${name}.js`))
  // Served alone for longer than that.
  await publishAt(0, ['_a/player.old.js', '_a/both.js'])
  let last = await publishAt(30, ['_a/player.new.js', '_a/both.js'])
  for (let edit = 0; edit < 8; edit += 1) last = await publishAt(30, ['_a/player.new.js', '_a/both.js'])
  expect(['player.old', 'player.new', 'both'].map((name) => has(last, name))).toEqual([true, true, true])
  for (const day of [35, 43]) last = await publishAt(day, ['_a/player.new.js', '_a/both.js'])
  expect(has(last, 'player.old')).toBe(true)
  last = await publishAt(45, ['_a/player.new.js', '_a/both.js'])
  expect(['player.old', 'player.new', 'both'].map((name) => has(last, name))).toEqual([false, true, true])
})
