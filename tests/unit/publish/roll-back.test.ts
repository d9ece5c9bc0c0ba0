import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isShown } from '../../../scripts/publish/freshness.ts'
import { noteShown, servedOrigin } from '../../../scripts/publish/origin.ts'
import { switchTo } from '../../../scripts/publish/publish.ts'
import { rollBack } from '../../../scripts/publish/roll-back.ts'

let dataDir: string
let site: string
const origin = (catalog: string) => ({ catalog, titles: 8, code: 'code', siteUrl: 'https://shop.test' })
/** As the next round of a watch asks. */
const isFresh = async (catalog: string) => isShown(site, await servedOrigin(dataDir), origin(catalog))

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'shop-roll-back-'))
  site = join(dataDir, 'site')
  for (const [id, catalog] of [
    ['20260101T000000', 'v0'],
    ['20260102T000000', 'v1'],
  ] as const) {
    mkdirSync(join(site, 'builds', id), { recursive: true })
    writeFileSync(join(site, 'builds', id, 'manifest.json'), JSON.stringify(origin(catalog)))
    writeFileSync(join(site, 'builds', id, 'nginx.conf'), `# ${id}`)
  }
  symlinkSync('builds/20260102T000000', join(site, 'current'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

it('[SD-4] a roll-back stays when the catalog had changed in what no page shows before it', async () => {
  await noteShown(site, origin('v2'))
  expect(await isFresh('v2')).toBe(true)
  expect(await rollBack(dataDir)).toBe('20260101T000000')
  expect(readlinkSync(join(site, 'current'))).toBe('builds/20260101T000000')
  expect([await isFresh('v2'), await isFresh('v3')]).toEqual([true, false])
})

it('[SD-4] a second roll-back keeps what the first one left', async () => {
  await noteShown(site, origin('v2'))
  await rollBack(dataDir)
  await rollBack(dataDir, '20260102T000000')
  await rollBack(dataDir, '20260101T000000')
  expect([await isFresh('v2'), await isFresh('v3')]).toEqual([true, false])
})

it('[OP-3] nginx has the rules of the served pages to read, also after a roll-back, and a new file only when they differ', async () => {
  const rules = join(site, 'nginx.conf')
  await switchTo(site, '20260102T000000')
  expect(readFileSync(rules, 'utf8')).toBe('# 20260102T000000')
  await rollBack(dataDir)
  expect(readFileSync(rules, 'utf8')).toBe('# 20260101T000000')
  const written = statSync(rules)
  writeFileSync(join(site, 'builds', '20260102T000000', 'nginx.conf'), '# 20260101T000000')
  await switchTo(site, '20260102T000000')
  expect([statSync(rules).ino, statSync(rules).mtimeMs]).toEqual([written.ino, written.mtimeMs])
})
