import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { siteHeaders } from '../../../scripts/publish/host/content-policy.ts'
import { updateSite } from '../../../scripts/publish/site.ts'

describe('headers of the site', () => {
  const headers = (siteUrl: string) => siteHeaders({ scripts: [], styles: [] }, siteUrl)

  it('hold browsers to https where the shop has it, and nowhere else', () => {
    expect(headers('https://shop.test')['strict-transport-security']).toBe('max-age=31536000')
    expect(headers('http://localhost:4321')).not.toHaveProperty('strict-transport-security')
  })
})

describe('pages at a start', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-fresh-'))
  const said: string[] = []
  // Nothing answers at this port: every build fails at once.
  const freshen = () =>
    updateSite(
      { dataDir, apiUrl: 'http://127.0.0.1:9', siteUrl: 'http://localhost', report: () => undefined },
      (line) => said.push(line),
    )
  afterEach(() => void said.splice(0))

  it('[SD-3] stop it when they cannot be built and none are there', async () => {
    await expect(freshen()).rejects.toThrow('does not answer')
    expect(said).toEqual([])
  })

  it('[SD-3] stay as they were when they cannot be built, and one line says why', async () => {
    mkdirSync(join(dataDir, 'site/builds/old'), { recursive: true })
    writeFileSync(join(dataDir, 'site/builds/old/manifest.json'), '{"catalog":"0-0"}')
    symlinkSync('builds/old', join(dataDir, 'site/current'))
    await freshen()
    expect(said).toEqual([
      expect.stringMatching(
        /^pages: the build failed, the published site is unchanged: .*127\.0\.0\.1:9 does not answer[^\n]*$/,
      ),
    ])
    rmSync(dataDir, { recursive: true })
  })
})
