import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { codeOfSettings } from '../../../scripts/publish/build/brand-settings.ts'
import { codeDigest } from '../../../scripts/publish/build/code-digest.ts'
import { previewRenderer } from '../../../scripts/publish/preview/preview-renderer.ts'
import { ensureRenderer, rendererOf } from '../../../scripts/publish/render/ensure-renderer.ts'

// Tests may run as root, who writes everywhere but on a read-only disk.
const disk = vi.hoisted(() => ({ fault: '' }))
vi.mock('node:fs/promises', async (original) => {
  const actual = await original<typeof import('node:fs/promises')>()
  const unless =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      if (disk.fault) throw Object.assign(new Error(`${disk.fault}: ${String(args[0])}`), { code: disk.fault })
      return work(...args)
    }
  return { ...actual, utimes: unless(actual.utimes), mkdir: unless(actual.mkdir), writeFile: unless(actual.writeFile) }
})

const siteUrl = 'https://shop.test'
const LONG_AGO = new Date('2026-01-01T00:00:00Z')
let root: string
let dataDir: string
const preview = (settings: Record<string, unknown> = {}) =>
  previewRenderer(root, { dataDir, siteUrl, settings: async () => settings })

function publish(code: string): void {
  mkdirSync(join(dataDir, 'site/builds/one'), { recursive: true })
  writeFileSync(join(dataDir, 'site/builds/one/manifest.json'), JSON.stringify({ code, siteUrl }))
  symlinkSync('builds/one', join(dataDir, 'site/current'))
}

function placeRenderer(code: string): string {
  const folder = rendererOf(root, code)
  mkdirSync(folder, { recursive: true })
  utimesSync(folder, LONG_AGO, LONG_AGO)
  return folder
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'shop-program-'))
  dataDir = mkdtempSync(join(tmpdir(), 'shop-preview-'))
  // What the digest of a program reads.
  for (const name of [
    'astro.config.mjs',
    'astro-i18next.config.cjs',
    'package-lock.json',
    'scripts/publish/build/directives.mjs',
    'src/server/runtime/pdf/fonts/mukta-devanagari-400-normal.ttf',
    'i18n/en/home.json',
    'public/robots.txt',
  ]) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), name)
  }
})
afterEach(() => {
  disk.fault = ''
  for (const folder of [root, dataDir]) rmSync(folder, { recursive: true })
})

it('[DK-3] the preview of a title is rendered as the published pages are, with their brand', async () => {
  placeRenderer(await codeDigest(root, siteUrl))
  const { code } = codeOfSettings(await codeDigest(root, siteUrl), { name: 'Published' })
  const folder = placeRenderer(code)
  publish(code)
  expect(await preview({ name: 'Not published yet' })).toBe(folder)
  expect(statSync(folder).mtimeMs).toBeGreaterThan(Date.now() - 60_000)
})

it('[DK-3] where the renderer of the published pages is gone, the preview has the settings of the desk', async () => {
  placeRenderer(await codeDigest(root, siteUrl))
  const { code } = codeOfSettings(await codeDigest(root, siteUrl), { name: 'Of the desk' })
  const folder = placeRenderer(code)
  publish('gone')
  expect(await preview({ name: 'Of the desk' })).toBe(folder)
})

it.each(['EROFS', 'EACCES', 'EPERM'])(
  '[DK-3] a title is previewed where the program cannot be written (%s)',
  async (fault) => {
    const folder = placeRenderer('served')
    publish('served')
    disk.fault = fault
    expect(await preview()).toBe(folder)
    expect(await ensureRenderer({ root, code: 'served', siteUrl })).toBe(folder)
  },
)

it('[DK-3] a preview without a renderer has no page where none can be made, and other faults are not hidden', async () => {
  publish('gone')
  disk.fault = 'EROFS'
  expect(await preview()).toBeUndefined()
  placeRenderer('gone')
  disk.fault = 'EIO'
  await expect(preview()).rejects.toThrow('EIO')
})
